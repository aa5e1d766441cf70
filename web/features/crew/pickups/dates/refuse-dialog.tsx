import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { useState } from "react";

const NOTE_LENGTH = 500;

interface RefuseDialogProps {
  name: string;
  busy: boolean;
  onClose: () => void;
  onRefuse: (note: string) => void;
}

/** Asks why: the words go into the mail that tells the customer. */
export function RefuseDialog({ name, busy, onClose, onRefuse }: RefuseDialogProps) {
  const [note, setNote] = useState("");
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title="Refuse the new date"
        description={`${name} keeps the pickup as it is and gets an email.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              variant="pine"
              busy={busy}
              onClick={() => onRefuse(note.trim())}
              className="max-sm:h-14 max-sm:flex-1"
            >
              Refuse
            </Button>
          </>
        }
      >
        <Field label="Message to the customer (optional)">
          <Textarea
            maxLength={NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </DialogContent>
    </Dialog>
  );
}
