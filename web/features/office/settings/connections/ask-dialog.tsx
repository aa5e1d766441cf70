import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import type { DataSession } from "@features/office/data-session";
import type { QueryKey } from "@tanstack/react-query";
import { useConnectionChange } from "./connection-card";

interface AskDialogProps<Answer> {
  title: string;
  words: string;
  /** What the button does, in a word or two. */
  confirm: string;
  /** of the connection that changes */
  id: string;
  /** the list that it is in */
  listKey: QueryKey;
  change: (id: string, via: DataSession["via"]) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks before something ends that others rely on. */
export function AskDialog<Answer>(props: AskDialogProps<Answer>) {
  const { title, words, confirm, id, listKey, change, onDone, onClose } = props;
  const { mutate, isPending, error } = useConnectionChange(listKey, change);
  return (
    <Dialog open onOpenChange={(open) => !(open || isPending) && onClose()}>
      <DialogContent
        size="sm"
        title={title}
        description={words}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="destructive"
              busy={isPending}
              onClick={() => mutate(id, { onSuccess: onDone })}
            >
              {confirm}
            </Button>
          </>
        }
      >
        {error ? <FormAlert tone="error">{toApiError(error).message}</FormAlert> : null}
      </DialogContent>
    </Dialog>
  );
}
