import type { ImportShown } from "@api/commands.types";
import { undoImport } from "@api/data-files";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { useDataSession } from "@features/office/data-session";
import { useCampusTime } from "@features/office/settings/campus-time";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FaultyRows } from "./faulty-rows";
import { countedOf, stateWords } from "./import-words";

interface ImportHistoryProps {
  imports: ImportShown[];
  onChange: (one: ImportShown) => void;
}

/** Imports that are over; what one wrote can be taken back while nothing followed from it. */
export function ImportHistory({ imports, onChange }: ImportHistoryProps) {
  const campusTime = useCampusTime();
  const [undoing, setUndoing] = useState<ImportShown | null>(null);
  if (imports.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Earlier imports">
      <h4 className="text-sm font-semibold">Earlier imports</h4>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {imports.map((one) => (
          <li key={one.id} className="grid gap-2 rounded-2xl border border-line px-4 py-3 text-sm">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{one.file_name}</p>
                <p className="tabular text-muted">
                  {campusTime(one.requested_at)}. {stateWords(one)}
                  {one.rows_faulty > 0 ? ` ${one.rows_faulty} left out.` : ""}
                </p>
              </div>
              {one.state === "written" && one.rows_written > 0 ? (
                <Button variant="secondary" size="sm" onClick={() => setUndoing(one)}>
                  Undo<span className="sr-only"> the import of {one.file_name}</span>
                </Button>
              ) : null}
            </div>
            {one.error ? <FormAlert tone="error">{one.error}</FormAlert> : null}
            {one.state === "written" && one.rows_faulty > 0 ? (
              <details>
                <summary className="min-h-11 content-center font-semibold">
                  Rows that were left out
                </summary>
                <FaultyRows shown={one} />
              </details>
            ) : null}
          </li>
        ))}
      </ul>
      {undoing ? (
        <UndoDialog one={undoing} onChange={onChange} onClose={() => setUndoing(null)} />
      ) : null}
    </section>
  );
}

interface UndoDialogProps {
  one: ImportShown;
  onChange: (one: ImportShown) => void;
  onClose: () => void;
}

function UndoDialog({ one, onChange, onClose }: UndoDialogProps) {
  const { via } = useDataSession();
  const undo = useMutation({
    mutationFn: () => undoImport(one.id, via),
    networkMode: "always",
    onSuccess: (now) => {
      onChange(now);
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Undo this import?"
        description={`${countedOf(one.kind, one.rows_written)} of ${one.file_name} are deleted. If anything followed from one of them, all stay.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button variant="destructive" busy={undo.isPending} onClick={() => undo.mutate()}>
              Undo the import
            </Button>
          </>
        }
      >
        {undo.error ? <FormAlert tone="error">{toApiError(undo.error).message}</FormAlert> : null}
      </DialogContent>
    </Dialog>
  );
}
