import { toApiError } from "@api/errors";
import { dropMessage, type InboxItem, retryMessage } from "@api/inbox";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";

interface FailedMessageProps {
  item: InboxItem;
  onDone: () => void;
}

/** A message that was given up: it is sent again, or let go. */
export function FailedMessage({ item, onDone }: FailedMessageProps) {
  const id = Number(item.id);
  const step = useMutation({
    mutationFn: (again: boolean) => (again ? retryMessage(id) : dropMessage(id)),
    networkMode: "always",
    onSuccess: (_, again) => {
      toast.success(again ? "Sent again" : "Let go", { description: item.name });
      onDone();
    },
  });
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        We could not send this to <b className="font-semibold wrap-anywhere">{item.name}</b>. If it
        is sent again, it goes to the same address.
      </p>
      {step.error ? <FormAlert tone="error">{toApiError(step.error).message}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="pine"
          busy={step.isPending && step.variables}
          onClick={() => step.mutate(true)}
        >
          Send again
        </Button>
        <Button variant="secondary" disabled={step.isPending} onClick={() => step.mutate(false)}>
          Let it go
        </Button>
      </div>
    </div>
  );
}
