import { cn } from "@lib/cn";

const TEETH =
  "absolute inset-y-0 w-1.5 [mask:conic-gradient(from_45deg_at_0_50%,#000_90deg,#0000_0)_0_0/6px_12px_repeat-y]";

/** The left edge of a ticket, torn from its roll: one line of teeth, one pixel behind the other. */
export function TornEdge({ strong = false }: { strong?: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={cn(TEETH, "right-full", strong ? "bg-line-strong" : "bg-line")}
      />
      <span aria-hidden="true" className={cn(TEETH, "-left-[4.6px] bg-sheet")} />
    </>
  );
}
