import { type LateCode, useLateCode } from "@lib/browser/late-code";
import { whenPointedAt } from "@lib/browser/pointed-at";
import { toast } from "@lib/toast";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";

/** How long a panel that shows by itself waits before its code is loaded again. */
const AGAIN_MS = 5_000;

interface LatePanelProps<Code> {
  code: LateCode<Code>;
  /** Called if the code does not load; the next press loads it again. */
  onFail: () => void;
  children: (code: Code) => ReactNode;
}

/** A panel that is open, whose code the first screen does without. */
export function LatePanel<Code>({ code, onFail, children }: LatePanelProps<Code>) {
  const loaded = useLateCode(code, true, () => {
    onFail();
    sayNotOpened();
  });
  return loaded ? children(loaded) : null;
}

/** A panel that shows without a press: its code is loaded until it comes, without a toast. */
export function ShownPanel<Code>({ code, children }: Omit<LatePanelProps<Code>, "onFail">) {
  const [wanted, setWanted] = useState(true);
  const loaded = useLateCode(code, wanted, () => setWanted(false));
  useEffect(() => {
    if (wanted) return;
    const again = () => setWanted(true);
    const timer = setTimeout(again, AGAIN_MS);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [wanted]);
  return loaded ? children(loaded) : null;
}

/** The state of a panel behind a button, its code once loaded, and the button's handlers. */
export function useLateOpener<Code>(late: LateCode<Code>) {
  const [open, setOpen] = useState(false);
  const code = useLateCode(late, open, () => {
    setOpen(false);
    sayNotOpened();
  });
  const opener = {
    ...whenPointedAt(() => void late.load().catch(() => {})),
    onClick: () => setOpen(true),
  };
  const openByArrow = ({ key }: KeyboardEvent) => {
    if (key === "ArrowDown" || key === "ArrowUp") setOpen(true);
  };
  return { open, setOpen, code, opener, openByArrow };
}

function sayNotOpened(): void {
  toast.error("This could not be opened", { description: "Please try again." });
}
