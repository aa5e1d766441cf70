import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";

interface AskDialogProps {
  title: string;
  words: string;
  /** What the button does, in a word or two. */
  confirm: string;
  change: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks before something ends that others rely on. */
export function AskDialog({ title, words, confirm, change, onClose }: AskDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !(open || change.isPending) && onClose()}>
      <DialogContent
        size="sm"
        title={title}
        description={words}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="destructive" busy={change.isPending} onClick={change.mutate}>
              {confirm}
            </Button>
          </>
        }
      >
        {change.error ? (
          <FormAlert tone="error">{toApiError(change.error).message}</FormAlert>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
