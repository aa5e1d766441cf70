import { toApiError } from "@api/errors";
import { stateOf } from "@lib/offline/outbox";

/** Says why an entry of the outbox was refused, and where it is meanwhile. */
export function notSentWords(id: string, error: unknown): string {
  const { status, message } = toApiError(error);
  const isOnDevice = stateOf(id) === "kept";
  if (status === 401)
    return isOnDevice
      ? "You are signed out. Your work is kept here: sign in to send it."
      : "You are signed out. Keep this page open and sign in: your work is in memory only.";
  return isOnDevice
    ? `${message} It is kept on this device and sent again.`
    : `${message} It is in memory only and sent again: keep this page open.`;
}
