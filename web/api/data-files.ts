import { type Arguments, command, type Rest, type Result, readCommand } from "@api/client";
import type { ImportChoice, ImportColumn, ImportShown } from "@api/commands.types";
import { base64Of } from "@lib/browser/base64";
import { newId } from "@lib/browser/new-id";

export type ImportKind = ImportShown["kind"];
export type Fault = Result<"import_faults">[number];
export type AccountingFile = Arguments<"accounting_link">;

/** In base64 it is what the server takes of one request. */
const PART_BYTES = 384 * 1024;
const MOST_FILE_BYTES = 8 * 1024 * 1024;

export const importKeys = {
  all: ["imports"] as const,
  columns: (id: string) => ["imports", "columns", id] as const,
  faults: (id: string, faulty: number) => ["imports", "faults", id, faulty] as const,
};

/** The newest imports, the latest first. Executives only, as all here. */
export function imports(via: Rest): Promise<ImportShown[]> {
  return readCommand("imports", {}, via);
}

/** Hands a file over in parts; the import with its headings. */
export async function uploadImport(kind: ImportKind, file: File, via: Rest): Promise<ImportShown> {
  if (file.size === 0) throw new Error("This file is empty.");
  if (file.size > MOST_FILE_BYTES) throw new Error("A file may have 8 MB. Please split it.");
  const importId = newId();
  for (let number = 0; ; number += 1) {
    const end = (number + 1) * PART_BYTES;
    const shown = await command(
      "upload_import",
      {
        import_id: importId,
        kind,
        file_name: file.name.slice(0, 200),
        number,
        content: await base64Of(file.slice(number * PART_BYTES, end)),
        last: end >= file.size,
      },
      via,
    );
    if (shown) return shown;
  }
}

/** The columns of a file with their first values. */
export function importColumns(id: string, via: Rest): Promise<ImportColumn[]> {
  return command("import_columns", { import_id: id }, via);
}

/** Lets the rows be checked with these columns; nothing is written. */
export function checkImport(id: string, choice: ImportChoice, via: Rest): Promise<ImportShown> {
  return command("check_import", { import_id: id, choice }, via);
}

/** The next hundred rows that are not imported, after a line. */
export function importFaults(id: string, after: number, via: Rest): Promise<Fault[]> {
  return command("import_faults", { import_id: id, after }, via);
}

export function confirmImport(id: string, via: Rest): Promise<ImportShown> {
  return command("confirm_import", { import_id: id }, via);
}

export function undoImport(id: string, via: Rest): Promise<ImportShown> {
  return command("undo_import", { import_id: id }, via);
}

/** Deletes an import of which nothing was written; the others. */
export function discardImport(id: string, via: Rest): Promise<ImportShown[]> {
  return command("discard_import", { import_id: id }, via);
}

/** Where a file for the accountant is downloaded, for five minutes. */
export function accountingLink(asked: AccountingFile, via: Rest): Promise<{ path: string }> {
  return command("accounting_link", asked, via);
}
