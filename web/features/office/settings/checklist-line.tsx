import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

interface ChecklistLineProps {
  done: boolean;
  title: ReactNode;
  children: ReactNode;
  /** what can be done about it */
  action: ReactNode;
}

/** A line of what is to be done, with its state and the way there. */
export function ChecklistLine({ done, title, children, action }: ChecklistLineProps) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-2xl border border-line bg-sheet px-4 py-3">
      <div className="flex min-w-56 flex-1 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={done ? "size-6 shrink-0 text-pine" : "size-6 shrink-0 text-muted"}
        />
        <div className="min-w-0 text-sm">
          <p className="font-semibold">{title}</p>
          {children}
        </div>
      </div>
      {action}
    </li>
  );
}
