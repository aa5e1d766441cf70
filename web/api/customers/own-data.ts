import { command, type Rest, rest } from "@api/client";
import type { ErasurePreview } from "@api/commands.types";

export interface OwnFile {
  name: string;
  file: Blob;
}

export const ownDataKeys = {
  erasure: (userId: string) => ["own-data", userId, "erasure"] as const,
};

/** Everything about oneself, for programs. */
export async function myData(via: Rest = rest()): Promise<OwnFile> {
  const data = await command("my_data", {}, via);
  const text = JSON.stringify(data, null, 2);
  return {
    name: `summerstow-my-data-${data.made_at.slice(0, 10)}.json`,
    file: new Blob([text], { type: "application/json" }),
  };
}

/** Everything about oneself, for people. */
export async function myDataPdf(via: Rest = rest()): Promise<OwnFile> {
  const paper = await command("my_data_pdf", {}, via);
  const bytes = Uint8Array.from(atob(paper.content), (sign) => sign.charCodeAt(0));
  return { name: paper.filename, file: new Blob([bytes], { type: paper.content_type }) };
}

/** What deleting one's account would do at this moment. */
export function previewErasure(via: Rest = rest()): Promise<ErasurePreview> {
  return command("preview_erasure", {}, via);
}

/**
 * Deletes one's account for good.
 * @throws ApiError 409 where something is to be settled first or costs more than was shown (its
 *   `details` are the cents then), 403 where the code is missing or wrong.
 */
export async function eraseMe(
  given: { confirm: string; feeCents: number; code: string },
  via: Rest = rest(),
): Promise<void> {
  await command(
    "erase_me",
    {
      confirm: given.confirm,
      expected_fee_cents: given.feeCents,
      ...(given.code ? { code: given.code } : {}),
    },
    via,
  );
}
