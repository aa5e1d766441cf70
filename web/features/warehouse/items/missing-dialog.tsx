import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { toast } from "@lib/toast";
import { type FormEvent, useId, useState } from "react";

const LEAST = 3;
const LONGEST = 500;

interface MissingDialogProps {
  /** the item, such as "2, Box" */
  item: string;
  customer: string;
  onMissing: (reason: string) => void;
  onClose: () => void;
}

/** Asks before an item is marked as missing: its customer reads it at once, and a case is opened. */
export function MissingDialog({ item, customer, onMissing, onClose }: MissingDialogProps) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState("");
  function send(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (reason.trim().length < LEAST) return setWrong("Please say where you looked.");
    onMissing(reason.trim());
    toast.success(`${item} of ${customer} is marked as missing`, {
      description: "A case is opened under Needs a person: somebody has to call the customer.",
    });
    onClose();
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={`Is ${item} missing?`}
        description={`${customer} reads at once that we are looking for it and will call. A case is opened for the office.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost" className="max-sm:h-14">
                Cancel
              </Button>
            </DialogClose>
            <Button
              type="submit"
              form={id}
              variant="destructive"
              className="max-sm:h-14 max-sm:flex-1"
            >
              Mark as missing
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={send}>
          <Field label="Where did you look?" error={wrong} required>
            <Textarea
              rows={3}
              maxLength={LONGEST}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setWrong("");
              }}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
