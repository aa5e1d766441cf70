import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";

/** Why the server refused, in its words; nothing while there is no reason to show. */
export function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  const { unreachable, status, message } = toApiError(error);
  if (unreachable)
    return (
      <FormAlert tone="error">
        We can't reach the server. Nothing is lost: please try again.
      </FormAlert>
    );
  return (
    <FormAlert tone="error">
      {status >= 500 ? "That did not work. Please try again." : message}
    </FormAlert>
  );
}
