import { toApiError } from "@api/errors";

/** Why something of a part return was refused. */
export function refusalWords(error: unknown): string {
  const { unreachable, message } = toApiError(error);
  return unreachable
    ? "We can't reach the server. Nothing was changed; please try again."
    : message;
}
