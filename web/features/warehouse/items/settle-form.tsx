import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { settleCase } from "@api/pickups/pickups";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

const NOTE_LENGTH = 500;

interface SettleFormProps {
  caseId: string;
  /** what tells this case's button from the others', read aloud */
  name: string;
  onDone: () => void;
}

/** Settles a case that a person has looked at, with words about it. */
export function SettleForm({ caseId, name, onDone }: SettleFormProps) {
  const [keys] = useState(onceKeys);
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState("");
  const settle = useMutation({
    mutationFn: () => {
      const given = { id: caseId, decision: "seen" as const, words: words.trim() };
      return settleCase(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSuccess: onDone,
  });
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-dashed border-line-strong pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (settle.isPending) return;
        if (words.trim() === "") return setWrong("Please say what you did about it.");
        settle.mutate();
      }}
    >
      <Field label="What did you do about it?" error={wrong} required>
        <Textarea
          rows={2}
          maxLength={NOTE_LENGTH}
          value={words}
          className="min-h-14"
          onChange={({ target }) => {
            setWords(target.value);
            setWrong("");
          }}
        />
      </Field>
      {settle.error ? <FormAlert tone="error">{toApiError(settle.error).message}</FormAlert> : null}
      <Button type="submit" variant="pine" className="justify-self-start" busy={settle.isPending}>
        Settle
        <span className="sr-only"> {name}</span>
      </Button>
    </form>
  );
}
