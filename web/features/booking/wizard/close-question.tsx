import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { useRef } from "react";

/** Asks before what was typed is thrown away. */
export function CloseQuestion({
  open,
  onOpenChange,
  onDiscard,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        role="alertdialog"
        size="sm"
        title="Discard this booking?"
        description="Nothing has been booked yet. What you entered will be deleted."
        className="max-sm:mt-auto max-sm:h-auto"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          keep.current?.focus();
        }}
        footer={
          <>
            <Button variant="destructive" onClick={onDiscard}>
              Discard
            </Button>
            <DialogClose asChild>
              <Button ref={keep}>Keep booking</Button>
            </DialogClose>
          </>
        }
      >
        {null}
      </DialogContent>
    </Dialog>
  );
}
