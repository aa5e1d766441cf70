import { cn } from "@lib/cn";

/** A code as printed on a box label: boxed, spaced, easy to read out. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code
      className={cn(
        "tabular inline-block rounded-md border border-line-strong bg-sheet px-2 py-0.5 font-mono text-[0.92em] font-semibold tracking-[0.12em] text-ink",
        className,
      )}
    >
      {children}
    </code>
  );
}
