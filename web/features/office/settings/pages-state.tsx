import type { SectionShown } from "@api/commands.types";
import { FormAlert } from "@components/form-alert";

/** Says where public pages are still the old ones, and why. */
export function PagesState({ settings: { failed_renders } }: { settings: SectionShown }) {
  if (!failed_renders.length) return null;
  return (
    <FormAlert tone="error">
      <p>
        The public pages still show what was published before: they could not be rendered again.
        Mail and invoices are up to date. We try again every minute.
      </p>
      <ul className="list-disc pl-5">
        {failed_renders.map(({ host, error }) => (
          <li key={host}>
            {host}: {error}
          </li>
        ))}
      </ul>
    </FormAlert>
  );
}
