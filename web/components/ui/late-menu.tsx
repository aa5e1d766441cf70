import { lateCode } from "@lib/browser/late-code";
import { Slot } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useLateOpener } from "./late-panel";

type Menu = typeof import("./dropdown-menu");

const menuCode = lateCode<Menu>(() => import("./dropdown-menu"));

interface LateMenuProps {
  /** the button that opens it */
  trigger: ReactElement;
  modal?: boolean;
  className?: string;
  /** Draws the items. */
  children: (menu: Menu) => ReactNode;
}

/** A menu behind a button, whose code the first screen does without. */
export function LateMenu({ trigger, modal = true, className, children }: LateMenuProps) {
  const { open, code: menu, opener, openByArrow } = useLateOpener(menuCode);
  if (!menu || !open)
    return (
      <Slot.Root aria-haspopup="menu" aria-expanded={false} {...opener} onKeyDown={openByArrow}>
        {trigger}
      </Slot.Root>
    );
  return (
    <menu.DropdownMenu defaultOpen modal={modal}>
      <menu.DropdownMenuTrigger asChild>{trigger}</menu.DropdownMenuTrigger>
      <menu.DropdownMenuContent className={className}>{children(menu)}</menu.DropdownMenuContent>
    </menu.DropdownMenu>
  );
}
