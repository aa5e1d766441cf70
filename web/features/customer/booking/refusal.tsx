import { stepFailure, toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { WithContacts } from "@components/site/contact-us";

/** Why the server refused, in its words; nothing while there is no reason to show. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <FormAlert tone="error">
      <p>
        <WithContacts>{refusalOf(error)}</WithContacts>
      </p>
    </FormAlert>
  );
}

/** The server's words where they are meant for people, or that it was not reached. */
export function refusalOf(error: unknown): string {
  const { unreachable, status } = toApiError(error);
  return status >= 500 && !unreachable
    ? "That did not work. Please try again."
    : stepFailure(error);
}
