import { FormAlert } from "@components/form-alert";

/** What a change comes to, before it is made. */
export function PriceWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <FormAlert tone="note">
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </FormAlert>
  );
}
