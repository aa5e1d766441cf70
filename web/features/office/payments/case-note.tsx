import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import * as z from "zod/mini";
import { useCloseCase } from "./payments-query";

const schema = z.object({ note: filled("Please say how the case ended.", 3) });

/** A case that waits for a person: why it is open, and how it ended. */
export function CaseNote({ open }: { open: { id: string; words: string } }) {
  const close = useCloseCase(() => reset());
  const { register, reset, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { note: "" },
    busy: close.isPending,
    onSend: ({ note }) => close.mutate({ id: open.id, note }),
  });

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label="Open case"
      className="grid gap-3 rounded-2xl border border-brick bg-brick-soft p-4"
    >
      <p className="font-semibold">Open case: {open.words}</p>
      <Field
        label="How it ended"
        hint="Nothing is ever disposed of by the program: you decide."
        required
        error={errorOf("note")}
      >
        <Textarea rows={2} maxLength={1000} {...register("note")} />
      </Field>
      <Button type="submit" variant="pine" className="w-fit" busy={close.isPending}>
        Close case
      </Button>
    </form>
  );
}
