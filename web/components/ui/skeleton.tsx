import { cn } from "@lib/cn";

/** The place of something still loading. Size it by class: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block animate-pulse rounded-lg bg-line/70", className)}
    />
  );
}
