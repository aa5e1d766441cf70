import { addNote, recordKeys } from "@api/customers/records";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const schema = z.object({ note: filled("Please write the note.") });

/** What colleagues should know of a booking. */
export function NoteForm({ booking, onDone }: StepFormProps) {
  const queries = useQueryClient();
  const add = useRecordStep(addNote, (notes) => {
    queries.setQueryData(recordKeys.notes(booking.id), notes);
    toast.success("Note Added");
    onDone();
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { note: "" },
    busy: add.isPending,
    onSend: ({ note }) => add.mutate({ booking_id: booking.id, note }),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <Field
        label="Note"
        required
        hint="For staff. The customer does not see it."
        error={errorOf("note")}
      >
        <Textarea rows={2} maxLength={1000} {...register("note")} />
      </Field>
      <StepButtons label="Save note" busy={add.isPending} problem={add.problem} onCancel={onDone} />
    </form>
  );
}
