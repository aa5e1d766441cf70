import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import type { AuthFailure } from "@lib/auth/failure";
import type { ReactNode } from "react";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  busy: boolean;
  failure: AuthFailure | null;
  onConfirm: () => void;
}

/** Asks once more before something is taken away. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, action, busy, failure, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={title}
        size="sm"
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Keep it</Button>
            </DialogClose>
            <Button variant="destructive" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>{children}</p>
          <AuthProblem failure={failure} fallback="That did not work. Please try again." />
        </div>
      </DialogContent>
    </Dialog>
  );
}
