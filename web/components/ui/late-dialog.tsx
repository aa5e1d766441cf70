import { lateCode, useLateCode } from "@lib/browser/late-code";
import { whenPointedAt } from "@lib/browser/pointed-at";
import { Slot } from "radix-ui";
import { type ReactElement, useState } from "react";
import type { DialogContentProps } from "./dialog";
import { sayNotOpened } from "./late-panel";

const dialogCode = lateCode(() => import("./dialog"));

interface LateDialogProps extends DialogContentProps {
  /** the button that opens it */
  trigger: ReactElement;
}

/** A dialog behind a button, whose code the first screen does without. */
export function LateDialog({ trigger, ...content }: LateDialogProps) {
  const [open, setOpen] = useState(false);
  const code = useLateCode(dialogCode, open, () => {
    setOpen(false);
    sayNotOpened();
  });
  return (
    <>
      <Slot.Root
        aria-haspopup="dialog"
        aria-expanded={open}
        {...whenPointedAt(() => void dialogCode.load().catch(() => {}))}
        onClick={() => setOpen(true)}
      >
        {trigger}
      </Slot.Root>
      {code ? (
        <code.Dialog open={open} onOpenChange={setOpen}>
          <code.DialogContent {...content} />
        </code.Dialog>
      ) : null}
    </>
  );
}
