import { messageCustomer, recordKeys } from "@api/customers/records";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const schema = z.object({
  subject: filled("Please write a subject."),
  message: filled("Please write the message."),
});

/** An email to the customer, filed with the booking. */
export function MessageForm({ booking, onDone }: StepFormProps) {
  const queries = useQueryClient();
  const send = useRecordStep(messageCustomer, (notes) => {
    queries.setQueryData(recordKeys.notes(booking.id), notes);
    toast.success("Message Sent", { description: booking.email ?? "" });
    onDone();
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { subject: "", message: "" },
    busy: send.isPending,
    onSend: (message) => send.mutate({ booking_id: booking.id, ...message }),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <Field label="Subject" required error={errorOf("subject")}>
        <Input maxLength={120} {...register("subject")} />
      </Field>
      <Field
        label="Message"
        required
        hint={`Goes to ${booking.email}. The booking's code and link are added.`}
        error={errorOf("message")}
      >
        <Textarea rows={5} maxLength={3000} {...register("message")} />
      </Field>
      <StepButtons
        label="Send message"
        busy={send.isPending}
        problem={send.problem}
        onCancel={onDone}
      />
    </form>
  );
}
