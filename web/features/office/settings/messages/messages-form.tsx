import { toApiError } from "@api/errors";
import { type MessageKind, messageKinds, settingsKeys } from "@api/settings";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { ErrorState } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Textarea } from "@components/ui/textarea";
import { useDataSession } from "@features/office/data-session";
import { ListSkeleton } from "@features/office/list-parts";
import type { FieldsProps, SectionKind } from "@features/office/settings/section-page";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type MessagesValues,
  messagesDocument,
  messagesSchema,
  messagesValues,
  partsOf,
  textOf,
} from "./message-text";
import { TryMessage } from "./try-message";

/** The words of mails and text messages, and which are sent. */
export const MESSAGES: SectionKind<MessagesValues> = {
  section: "messages",
  title: "Messages",
  words:
    "The words of mails and text messages. What is not changed stays as it ships. Greeting, contact and look come by themselves.",
  schema: messagesSchema,
  valuesOf: messagesValues,
  documentOf: messagesDocument,
  labelOf: (path) =>
    path
      .replace(/^texts\./, "")
      .replace(/^off\.(.*)/, "$1, not sent")
      .replaceAll("_", " "),
  Fields: MessagesForm,
  Preview: () => null,
};

function MessagesForm(props: FieldsProps<MessagesValues>) {
  const { via, cacheKey } = useDataSession();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.kinds],
    queryFn: () => messageKinds(via),
    staleTime: Number.POSITIVE_INFINITY,
    ...untilReachable,
  });
  if (data) return <OneMessage kinds={data} {...props} />;
  if (!error) return <ListSkeleton />;
  return (
    <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
      {toApiError(error).message}
    </ErrorState>
  );
}

interface OneMessageProps extends FieldsProps<MessagesValues> {
  kinds: readonly MessageKind[];
}

function OneMessage({ kinds, form, problemOf }: OneMessageProps) {
  const [open, setOpen] = useState(kinds[0]?.kind);
  const { texts, off } = form.watch();
  const wrong = kinds.filter(({ kind }) => problemOf(`texts.${kind}`));
  // Where the one that is open is right, the first that is not is shown.
  const current =
    kinds.find(
      ({ kind }) => kind === (wrong.some((one) => one.kind === open) ? open : wrong[0]?.kind),
    ) ?? kinds.find(({ kind }) => kind === open);
  if (!current) return null;
  const { kind, may_be_off, values } = current;
  const own = texts[kind];
  const parts = partsOf(own || current.text);
  const set = (text: string) =>
    form.setValue(
      "texts",
      { ...texts, [kind]: text === current.text ? "" : text },
      { shouldDirty: true },
    );
  return (
    <div className="grid gap-4">
      <Field label="Message">
        <Select
          options={kinds.map((one) => ({
            value: one.kind,
            label: `${one.group}: ${one.title}${texts[one.kind] ? ", in your words" : ""}${off[one.kind] ? ", not sent" : ""}`,
          }))}
          value={kind}
          onValueChange={setOpen}
        />
      </Field>
      {may_be_off ? (
        <Checkbox
          label="Send this message"
          checked={!off[kind]}
          onCheckedChange={(isSent) =>
            form.setValue("off", { ...off, [kind]: !isSent }, { shouldDirty: true })
          }
        />
      ) : null}
      <Field label="Subject">
        <Input
          autoComplete="off"
          value={parts.subject}
          onChange={({ target }) => set(textOf({ ...parts, subject: target.value }))}
        />
      </Field>
      <Field
        label="Words"
        hint="A line is a paragraph. # begins the heading, ! what is read first, | a label and its value, ~ small print; [Words](…) alone on a line is a button, ** is bold."
        error={problemOf(`texts.${kind}`)}
      >
        <Textarea
          rows={12}
          spellCheck
          value={parts.words}
          onChange={({ target }) => set(textOf({ ...parts, words: target.value }))}
        />
      </Field>
      {parts.short === null ? null : (
        <Field label="Text message">
          <Textarea
            rows={3}
            value={parts.short}
            onChange={({ target }) => set(textOf({ ...parts, short: target.value }))}
          />
        </Field>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer font-semibold">Values that it can name</summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
          {values.map(({ name, example }) => (
            <div key={name} className="contents">
              <dt className="font-mono">{`{{ ${name} }}`}</dt>
              <dd className="text-muted wrap-anywhere">{example}</dd>
            </div>
          ))}
        </dl>
      </details>
      {/* A preview is of these very words. */}
      <TryMessage key={`${kind} ${own}`} kind={kind} text={own || current.text} />
      {own ? (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => set(current.text)}
        >
          Back to the shipped words
        </Button>
      ) : null}
    </div>
  );
}
