import { writeByLink } from "@api/bookings/pickup-links";
import { stepFailure } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { business } from "@lib/site/published";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

/** A message to the office without signing in (rule: conversation). */
export function WriteByLink({ token }: { token: string }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState("");
  const [ids, setIds] = useState(onceKeys);
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const write = useMutation({
    // The same words again are the same message: its answer may have been lost.
    mutationFn: () => writeByLink({ token, id: ids.keyFor(words), words }),
    networkMode: "always",
    onSuccess: () => {
      setWords("");
      setIds(onceKeys());
      setOpen(false);
    },
  });
  useEffect(() => {
    if (open) field.current?.focus();
    else if (write.isSuccess) opener.current?.focus();
  }, [open, write.isSuccess]);

  function openForm() {
    write.reset();
    setOpen(true);
  }

  if (!open)
    return (
      <div className="grid gap-3 border-t border-line pt-4">
        {write.isSuccess ? (
          <FormAlert tone="success">
            {`Message sent. We answer by email within ${business.answer_hours} hours.`}
          </FormAlert>
        ) : null}
        <Button ref={opener} variant="link" className="w-fit" onClick={openForm}>
          Write to us
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(words.trim() ? "" : "Please write a message.");
        if (words.trim() && !write.isPending) write.mutate();
      }}
    >
      <Field
        label="Your message about this booking"
        hint={`We answer by email within ${business.answer_hours} hours.`}
        error={wrong}
        required
      >
        <Textarea
          ref={field}
          rows={4}
          maxLength={4000}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      {write.error ? <FormAlert tone="error">{stepFailure(write.error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={write.isPending}>
          Send
        </Button>
        <Button variant="secondary" disabled={write.isPending} onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
