import { Dialog, DialogContent } from "@components/ui/dialog";
import { storedUser } from "@lib/auth/client";
import { FactorChallenge } from "./factor-challenge";

interface StepUpDialogProps {
  storageKey: string;
  /** `isVerified`: whether the second step was passed */
  onClose: (isVerified: boolean) => void;
}

/** The second step of the session under `storageKey`, in a dialog. Loaded on demand. */
export default function StepUpDialog({ storageKey, onClose }: StepUpDialogProps) {
  const user = storedUser(storageKey);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose(false)}>
      <DialogContent
        title="Confirm with your second step"
        description="This needs your second step of the last 15 minutes."
        size="sm"
      >
        {user ? (
          <FactorChallenge
            user={user}
            storageKey={storageKey}
            onDone={() => onClose(true)}
            onCancel={() => onClose(false)}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
