import { toApiError } from "@api/errors";
import { previewText, settingsKeys } from "@api/settings";
import { RichText } from "@components/site/rich-text";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { usePaused } from "@lib/lists/use-paused";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const PAUSE_MS = 400;
const HINT =
  "An empty line begins a paragraph, - a list, > a sentence to remember. **bold**, [words](/pricing).";

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (next: string) => void;
  error: string | undefined;
  /** Longer texts have sections. */
  sections?: boolean;
}

/** A text in Markdown, with how it will read. */
export function TextField({ label, value, onChange, error, sections = false }: TextFieldProps) {
  const { via, cacheKey } = useDataSession();
  const text = usePaused(value, PAUSE_MS);
  const preview = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.all, "text", text],
    queryFn: () => previewText(text, via),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
  const wrong = preview.error ? toApiError(preview.error) : null;
  return (
    <>
      <Field
        label={label}
        hint={sections ? `${HINT} ## begins a section.` : HINT}
        error={error ?? wrong?.message}
      >
        <Textarea
          rows={sections ? 20 : 8}
          spellCheck
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      {preview.data && !wrong ? (
        <section
          aria-label="How it reads"
          className="rounded-2xl border border-line bg-mist p-4 text-sm wrap-anywhere"
        >
          <RichText html={preview.data.html} />
        </section>
      ) : null}
    </>
  );
}
