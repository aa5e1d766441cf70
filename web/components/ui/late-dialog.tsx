import { lateCode } from "@lib/browser/late-code";
import { Slot } from "radix-ui";
import type { ReactElement } from "react";
import type { DialogContentProps } from "./dialog";
import { useLateOpener } from "./late-panel";

const dialogCode = lateCode(() => import("./dialog"));

interface LateDialogProps extends DialogContentProps {
  /** the button that opens it */
  trigger: ReactElement;
}

/** A dialog behind a button, whose code the first screen does without. */
export function LateDialog({ trigger, ...content }: LateDialogProps) {
  const { open, setOpen, code, opener } = useLateOpener(dialogCode);
  return (
    <>
      <Slot.Root aria-haspopup="dialog" aria-expanded={open} {...opener}>
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
