import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import type { ReactNode } from "react";
import { Refused } from "./refused";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  /** The button that changes nothing. */
  keep: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** Asks once more before a friend leaves. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, action, keep, busy, error, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={title}
        size="sm"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{keep}</Button>
            </DialogClose>
            <Button variant="destructive" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>{children}</p>
          <Refused error={error} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
