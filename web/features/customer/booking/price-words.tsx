import type { EditPreview } from "@api/commands.types";
import { FormAlert } from "@components/form-alert";
import { WithContacts } from "@components/site/contact-us";

/** What a change comes to, before it is made. */
export function PriceWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <FormAlert tone="note">
      {words.map((line) => (
        <p key={line}>
          <WithContacts>{line}</WithContacts>
        </p>
      ))}
    </FormAlert>
  );
}

/** The same of an edit, after the days that would not fit each other any more. */
export function EditWords({ preview }: { preview: EditPreview | undefined }) {
  if (!preview) return null;
  return (
    <>
      {preview.conflicts.length > 0 ? (
        <FormAlert tone="error">
          {preview.conflicts.map(({ code, words }) => (
            <p key={code}>{words}</p>
          ))}
        </FormAlert>
      ) : null}
      <PriceWords words={preview.words} />
    </>
  );
}
