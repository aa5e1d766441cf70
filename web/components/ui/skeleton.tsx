import { cn } from "@lib/cn";

interface SkeletonProps {
  className?: string;
  /** Keeps its place from the first, and is seen only where the wait is one. */
  late?: boolean;
}

/** The place of something still loading. Size it by class: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className, late = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cn("block rounded-lg bg-line/70", late ? "late" : "animate-pulse", className)}
    />
  );
}
