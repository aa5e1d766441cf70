import { dropPartReturn } from "@api/bookings/part-returns";
import type { Outgoing, OutgoingPart } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

interface DropFormProps {
  part: OutgoingPart;
  onDone: (left: Outgoing) => void;
  onClose: () => void;
}

/** Cancels a part return with a reason, which its customer reads. */
export function DropForm({ part, onDone, onClose }: DropFormProps) {
  const [reason, setReason] = useState("");
  const drop = useMutation({
    mutationFn: () => dropPartReturn(part.id, reason),
    networkMode: "always",
    onSuccess: (left) => {
      onDone(left);
      toast.success("Cancelled", { description: part.full_name });
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    drop.mutate();
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      {drop.error ? <FormAlert tone="error">{stepFailure(drop.error)}</FormAlert> : null}
      <Field label="Why it is cancelled" required hint="The customer gets it by email.">
        <Input
          autoFocus
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="destructive"
          disabled={reason.trim().length < 3}
          busy={drop.isPending}
        >
          Cancel it
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  );
}
