import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useMutation } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";

interface SavedCardProps {
  /** As people know it: "Visa ending in 4242". */
  card: string;
  stop: () => Promise<unknown>;
  onStopped: () => void;
}

/** The card that pays the next invoices by itself, and the way to end that. */
export function SavedCard({ card, stop, onStopped }: SavedCardProps) {
  const ending = useMutation({ mutationFn: stop, networkMode: "always", onSuccess: onStopped });
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-sheet px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3 text-sm">
          <CreditCard aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <strong>{card}</strong> pays each next invoice on the day it is due.
          </span>
        </p>
        <Button
          variant="secondary"
          size="sm"
          busy={ending.isPending}
          onClick={() => ending.mutate()}
        >
          Stop automatic payments
        </Button>
      </div>
      {ending.error ? <FormAlert tone="error">{toApiError(ending.error).message}</FormAlert> : null}
    </div>
  );
}
