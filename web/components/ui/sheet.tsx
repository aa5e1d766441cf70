import { cn } from "@lib/cn";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { PanelFoot, PanelHead, stayForToasts, useReturnFocus } from "./dialog";
import { PanelBody } from "./panel-body";
import { useTypedGuard } from "./typed-guard";

/** Open state of a sheet, as of a dialog. */
export const Sheet = Radix.Root;

export interface SheetContentProps {
  title: ReactNode;
  description?: ReactNode;
  hideTitle?: boolean;
  side?: "right" | "bottom";
  footer?: ReactNode;
  /** The address says what is open: Back closes it by itself. */
  inAddress?: boolean;
  className?: string;
  children: ReactNode;
}

const SIDES = {
  right: "inset-y-0 right-0 w-full max-w-[480px] sm:border-l",
  bottom: "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card border-t",
};
const SHIFTS = { right: { "--sheet-x": "100%" }, bottom: { "--sheet-y": "100%" } };

/** A panel from an edge: full height at the right, or risen from below. */
export function SheetContent({
  title,
  description,
  hideTitle = false,
  side = "right",
  footer,
  inAddress = false,
  className,
  children,
}: SheetContentProps) {
  const { remember, handlers } = useReturnFocus();
  const close = useRef<HTMLButtonElement>(null);
  const typed = useTypedGuard({ keepsTyped: false, unsaved: false, close });
  return (
    <Radix.Portal>
      <Radix.Overlay className="fade fixed inset-0 z-50 bg-overlay" />
      <Radix.Content
        style={SHIFTS[side] as CSSProperties}
        className={cn(
          "sheet fixed z-50 flex flex-col border-line bg-sheet text-ink shadow-pop outline-none",
          SIDES[side],
          className,
        )}
        {...(description ? {} : { "aria-describedby": undefined })}
        {...handlers}
        {...typed.content}
        onEscapeKeyDown={typed.onEscape}
        onInteractOutside={(event) => {
          stayForToasts(event);
          typed.guard(event);
        }}
      >
        <PanelHead
          title={title}
          description={description}
          hideTitle={hideTitle}
          inAddress={inAddress}
          remember={remember}
          close={close}
          onClose={typed.guard}
        />
        <PanelBody>{children}</PanelBody>
        {typed.question}
        {footer ? <PanelFoot>{footer}</PanelFoot> : null}
      </Radix.Content>
    </Radix.Portal>
  );
}
