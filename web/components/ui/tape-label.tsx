import { cn } from "@lib/cn";
import type { ReactNode } from "react";

/** A strip of tape with a few words, a little askew. Once on a screen. */
export function TapeLabel({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cn(
        "inline-block -rotate-1 bg-tape px-3 py-1 text-sm font-semibold text-on-tape [clip-path:polygon(0_0,100%_0,calc(100%-3px)_20%,100%_40%,calc(100%-3px)_60%,100%_80%,calc(100%-2px)_100%,0_100%,3px_80%,0_60%,3px_40%,0_20%)]",
        className,
      )}
    >
      {children}
    </span>
  );
}
