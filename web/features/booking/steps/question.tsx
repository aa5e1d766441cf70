import { cn } from "@lib/cn";
import type { ReactNode } from "react";

/** A question above a group of answers; the group itself carries the name for screen readers. */
export function Question({
  text,
  hint,
  className,
  children,
}: {
  text: string;
  hint?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn("grid gap-2", className)}>
      <div className="grid gap-0.5">
        <p aria-hidden="true" className="text-sm font-semibold">
          {text}
        </p>
        {hint ? <p className="text-xs text-muted">{hint}</p> : null}
      </div>
      {children}
    </div>
  );
}
