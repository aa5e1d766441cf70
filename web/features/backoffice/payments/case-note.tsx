import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { type FormEvent, useState } from "react";
import { useCloseCase } from "./payments-query";

/** A case that waits for a person: why it is open, and how it ended. */
export function CaseNote({ open }: { open: { id: string; words: string } }) {
  const [note, setNote] = useState("");
  const [told, setTold] = useState(false);
  const close = useCloseCase(() => setNote(""));
  const wrong = note.trim().length < 3 ? "Please say how the case ended." : "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setTold(true);
    if (!wrong) close.mutate({ id: open.id, note: note.trim() });
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Open case"
      className="grid gap-3 rounded-2xl border border-brick bg-brick-soft p-4"
    >
      <p className="font-semibold">Open case: {open.words}</p>
      <Field
        label="How it ended"
        hint="Nothing is ever disposed of by the program: you decide."
        required
        error={told && wrong}
      >
        <Textarea
          rows={2}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Button type="submit" variant="pine" className="w-fit" busy={close.isPending}>
        Close case
      </Button>
    </form>
  );
}
