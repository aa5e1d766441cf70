import type { Stop } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { beforeDone } from "@features/crew/pickups/offline/pickup-line";
import { stopCount } from "./pickup-words";

interface UndoDialogProps {
  stop: Stop;
  onClose: () => void;
  onUndo: () => void;
}

/** Says what taking back a completed stop does, before it is done. */
export function UndoDialog({ stop, onClose, onUndo }: UndoDialogProps) {
  const back = beforeDone(stop) === "in_progress" ? "on the way" : "waiting";
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={`Take back ${stop.full_name}?`}
        description="This stop is marked as completed."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost" className="max-sm:h-14">
                Cancel
              </Button>
            </DialogClose>
            <Button variant="pine" className="max-sm:h-14 max-sm:flex-1" onClick={onUndo}>
              Undo
            </Button>
          </>
        }
      >
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>The stop goes back into the line, {back}.</li>
          {stop.items_counted === null ? null : (
            <li>
              The invoice for {stopCount(stop.items_counted)} is voided. The customer gets a
              correction.
            </li>
          )}
          <li>The items no longer count as picked up.</li>
        </ul>
      </DialogContent>
    </Dialog>
  );
}
