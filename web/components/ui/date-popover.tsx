import { Popover } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";

export interface DatePopoverProps {
  /** the button below which it opens, and which has the focus again afterwards */
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A calendar beside the button that opened it; its code comes apart from the button's. */
export function DatePopover({ anchor, onClose, children }: DatePopoverProps) {
  const left = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      {/* Its type knows no ref that is still empty. */}
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          align="start"
          collisionPadding={12}
          aria-label="Calendar"
          onOpenAutoFocus={(event) => {
            // Its code may have come late: the focus is elsewhere by now.
            const at = document.activeElement;
            if (at === anchor.current || at === document.body) focusDay(event);
            else event.preventDefault();
          }}
          onInteractOutside={(event) => {
            // The button closes it by itself.
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
            else left.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!left.current) anchor.current?.focus();
          }}
          className="pop z-60 w-84 rounded-card border border-line bg-sheet p-3 text-ink shadow-pop outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Puts focus on the chosen day, or today, rather than on the first button of the calendar. */
function focusDay(event: Event) {
  const calendar = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const day = calendar?.querySelector<HTMLElement>("[data-day] button[tabindex='0']");
  if (!day) return;
  event.preventDefault();
  day.focus();
}
