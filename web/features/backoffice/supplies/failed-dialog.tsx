import type { KitDelivery } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { type FormEvent, useId, useState } from "react";
import { useMoveKit } from "./supplies-query";

const MAX_NOTE = 500;

interface FailedDialogProps {
  /** whose kit could not be left; null while nobody's */
  kit: KitDelivery | null;
  onClose: () => void;
}

/** Why a kit could not be left: the next try starts from this note. */
export function FailedDialog({ kit, onClose }: FailedDialogProps) {
  // Whose it was stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(kit);
  if (kit && kit !== drawn) setDrawn(kit);
  const formId = useId();
  const move = useMoveKit();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get("note") ?? "").trim();
    if (!drawn) return;
    move.mutate(
      { kit: drawn, to: "failed", ...(note ? { note } : {}) },
      { onSuccess: onClose, onError: onClose },
    );
  }

  return (
    <Dialog open={kit !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Delivery failed"
        description={
          drawn ? `The kit for ${drawn.full_name} stays packed for the next try.` : undefined
        }
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={move.isPending}>
              Save
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit}>
          <Field label="What happened" hint="For example: nobody home, front desk closed.">
            <Textarea name="note" rows={3} maxLength={MAX_NOTE} defaultValue={drawn?.note ?? ""} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
