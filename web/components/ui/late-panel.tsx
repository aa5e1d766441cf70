import { type LateCode, useLateCode } from "@lib/browser/late-code";
import { toast } from "@lib/toast";
import type { ReactNode } from "react";

interface LatePanelProps<Code> {
  code: LateCode<Code>;
  /** The code did not come, which is said here: the next press asks for it again. */
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

export function sayNotOpened(): void {
  toast.error("This could not be opened", { description: "Please try again." });
}
