import { CopyButton } from "@components/copy-button";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import type { ReactNode } from "react";

interface SecretDialogProps {
  title: string;
  /** what the secret is, in words: "key" */
  what: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, what, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title={title}
        unsaved
        footer={<Button onClick={onClose}>I have copied it</Button>}
      >
        <div className="grid gap-4">
          <p className="text-muted">{children}</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-lg border border-line bg-mist px-3 py-2 text-sm wrap-anywhere select-all">
              {secret}
            </code>
            <CopyButton text={secret} what={what} />
          </div>
          <FormAlert tone="note">{`We cannot show this ${what} again. Keep it safe.`}</FormAlert>
        </div>
      </DialogContent>
    </Dialog>
  );
}
