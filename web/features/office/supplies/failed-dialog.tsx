import type { KitDelivery } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { useMoveKit } from "./supplies-query";

const MAX_NOTE = 500;
const schema = z.object({ note: trimmed });

interface FailedDialogProps {
  /** the kit that could not be left; null while the dialog is closed */
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

  const { register, onSubmit } = useSchemaForm({
    schema,
    values: { note: drawn?.note ?? "" },
    busy: move.isPending,
    onSend: ({ note }) =>
      drawn &&
      move.mutate(
        { kit: drawn, to: "failed", ...(note ? { note } : {}) },
        { onSuccess: onClose, onError: onClose },
      ),
  });

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
        <form id={formId} noValidate onSubmit={onSubmit}>
          <Field label="What happened" hint="For example: nobody home, front desk closed.">
            <Textarea rows={3} maxLength={MAX_NOTE} {...register("note")} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
