import { command, type Rest, rest } from "@api/client";
import type { ErasurePreview } from "@api/commands.types";
import { decodedFile, type NamedFile } from "@lib/browser/save-file";

export const ownDataKeys = {
  erasure: (userId: string) => ["own-data", userId, "erasure"] as const,
};

/** Everything about oneself, for programs. */
export async function myData(via: Rest = rest()): Promise<NamedFile> {
  const data = await command("my_data", {}, via);
  const text = JSON.stringify(data, null, 2);
  return {
    name: `summerstow-my-data-${data.made_at.slice(0, 10)}.json`,
    file: new Blob([text], { type: "application/json" }),
  };
}

/** Everything about oneself, for people. */
export async function myDataPdf(via: Rest = rest()): Promise<NamedFile> {
  return decodedFile(await command("my_data_pdf", {}, via));
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
