import { asked } from "@api/client";
import type { PickedFile } from "@lib/forms/picked-file";

export type UploadKind = "item" | "quote" | "evidence" | "claim" | "logo" | "campus";

/**
 * Sends a file under its own id: the same one twice is stored once. What hangs on nothing within
 * two hours is forgotten, pictures of the site apart.
 * @throws ApiError with the reason where it is not taken.
 */
export async function uploadFile(
  file: Pick<PickedFile, "id" | "body">,
  kind: UploadKind,
  storageKey?: string,
  signal?: AbortSignal,
): Promise<void> {
  await asked(
    `/files?id=${file.id}&kind=${kind}`,
    {
      method: "POST",
      body: file.body,
      headers: { "content-type": file.body.type },
      ...(signal ? { signal } : {}),
    },
    storageKey,
  );
}

/** A file that one may see. */
export async function fileOf(id: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await asked(`/files/${id}`, signal ? { signal } : {});
  return answer.blob();
}
