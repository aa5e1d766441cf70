import { lateCode, useLateCode } from "@lib/browser/late-code";
import { whenPointedAt } from "@lib/browser/pointed-at";
import { Slot } from "radix-ui";
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { sayNotOpened } from "./late-panel";

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
  const [pressed, setPressed] = useState(false);
  const menu = useLateCode(menuCode, pressed, () => {
    setPressed(false);
    sayNotOpened();
  });
  if (!menu || !pressed)
    return (
      <Slot.Root
        aria-haspopup="menu"
        aria-expanded={false}
        {...whenPointedAt(() => void menuCode.load().catch(() => {}))}
        onClick={() => setPressed(true)}
        onKeyDown={({ key }: KeyboardEvent) => {
          if (key === "ArrowDown" || key === "ArrowUp") setPressed(true);
        }}
      >
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
