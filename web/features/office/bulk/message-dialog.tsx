import {
  type ListPreview,
  listMessageStates,
  previewListMessage,
  sendListMessage,
} from "@api/bookings/bulk";
import { stepFailure } from "@api/errors";
import { counted } from "@components/lists/pager";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { StepButtons } from "@features/office/bookings/record/step-buttons";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { BulkDialog } from "./bulk-dialog";
import type { NamedRow } from "./bulk-row";

const schema = z.object({
  subject: filled("Please write a subject."),
  message: filled("Please write the message."),
});

const STATES_EVERY_MS = 2_000;

interface MessageDialogProps {
  /** bookings or customers */
  rows: readonly NamedRow[];
  what: "booking" | "customer";
  onClose: (left: readonly string[] | null) => void;
}

/** Writes to the people of a list: shown and counted before, and followed until it is sent. */
export function MessageDialog({ rows, what, onClose }: MessageDialogProps) {
  const ids = rows.map(({ id }) => id);
  const to = what === "booking" ? { booking_ids: ids } : { user_ids: ids };
  const send = useRecordStep(sendListMessage, () => undefined);
  const preview = useMutation({ mutationFn: previewListMessage, networkMode: "always" });
  const { states, results } = useSent(send.data);
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { subject: "", message: "" },
    busy: send.isPending || preview.isPending,
    onSend: (words) => {
      if (preview.data) send.mutate({ ...words, ...to });
      else preview.mutate({ ...words, ...to });
    },
  });
  const change = { onInput: () => preview.reset() };
  return (
    <BulkDialog
      title={`Message to ${counted(rows.length, what)}`}
      description="About the service only: we send no advertising. Each person gets one email, and a text message if they want texts."
      verb="written to"
      what={what}
      rows={rows}
      results={results}
      note={states}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit} {...change}>
        <Field label="Subject" required error={errorOf("subject")}>
          <Input maxLength={120} {...register("subject")} />
        </Field>
        <Field
          label="Message"
          required
          hint="Filled in for each person: {{first name}}, {{student}}, {{pickup}}, {{booking code}}. The link to the booking is added."
          error={errorOf("message")}
        >
          <Textarea rows={6} maxLength={3000} {...register("message")} />
        </Field>
        {preview.data ? <Preview shown={preview.data} names={rows} /> : null}
        <StepButtons
          label={
            preview.data ? `Send to ${counted(preview.data.people, "person", "people")}` : "Preview"
          }
          disabled={preview.data?.people === 0}
          busy={send.isPending || preview.isPending}
          problem={send.problem ?? (preview.error ? stepFailure(preview.error) : null)}
          onCancel={() => onClose(null)}
        />
      </form>
    </BulkDialog>
  );
}

interface PreviewProps {
  shown: ListPreview;
  names: readonly NamedRow[];
}

function Preview({ shown, names }: PreviewProps) {
  const nameOf = (id: string) => names.find((row) => row.id === id)?.name ?? "";
  return (
    <section aria-label="Preview" aria-live="polite" className="grid gap-2 text-sm">
      <p className="font-semibold">
        {counted(shown.people, "person", "people")} by email, {shown.texts} by text message too.
        {shown.unreachable.length > 0
          ? ` Not reachable: ${shown.unreachable
              .map(({ id, words }) => `${nameOf(id)} (${words})`)
              .join(", ")}`
          : ""}
      </p>
      <div className="grid gap-2 rounded-2xl border border-line bg-mist px-4 py-3 wrap-anywhere">
        <p className="text-xs text-muted">The first one, to {shown.to}</p>
        <p className="font-semibold">{shown.subject}</p>
        {shown.paragraphs.map((words) => (
          <p key={words} className="whitespace-pre-line">
            {words}
          </p>
        ))}
      </div>
    </section>
  );
}

/** What became of the mails that were written, read again until none waits. */
function useSent(rows: Awaited<ReturnType<typeof sendListMessage>> | undefined) {
  const ids = [...new Set(rows?.flatMap(({ message_id }) => message_id ?? []))];
  const { data } = useQuery({
    queryKey: ["list-message", ids],
    queryFn: () => listMessageStates(ids),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === "waiting") === false ? false : STATES_EVERY_MS,
  });
  const of = (wanted: string) => data?.filter(({ state }) => state === wanted) ?? [];
  const failed = new Set(of("failed").map(({ message_id }) => message_id));
  const results = rows?.map((row) =>
    row.message_id && failed.has(row.message_id)
      ? { ...row, state: "refused" as const, words: "The email could not be delivered." }
      : row,
  );
  const states = data
    ? `${counted(of("sent").length, "email")} sent, ${of("waiting").length} waiting, ${failed.size} failed.`
    : null;
  return { states, results };
}
