import { asked } from "@api/client";
import type { PickedFile } from "@lib/forms/picked-file";

export type UploadKind = "item" | "quote" | "evidence" | "claim";

/**
 * Sends a file under its own id: the same one twice is stored once. What hangs on nothing within
 * two hours is forgotten.
 * @throws ApiError with the reason where it is not taken.
 */
export async function uploadFile(
  file: Pick<PickedFile, "id" | "body">,
  kind: UploadKind,
): Promise<void> {
  await asked(`/files?id=${file.id}&kind=${kind}`, {
    method: "POST",
    body: file.body,
    headers: { "content-type": file.body.type },
  });
}

/** A file that one may see. */
export async function fileOf(id: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await asked(`/files/${id}`, signal ? { signal } : {});
  return answer.blob();
}
