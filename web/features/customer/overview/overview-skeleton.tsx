import { Skeleton } from "@components/ui/skeleton";

/** The overview's shape while it is still being read, so that nothing jumps when it comes. */
export function OverviewSkeleton() {
  return (
    <div className="grid gap-10">
      <p role="status" className="sr-only">
        Loading your storage
      </p>
      <div className="grid gap-4 lg:grid-cols-[7fr_5fr]">
        <Skeleton className="h-64 rounded-card lg:h-96" />
        <Skeleton className="h-96 rounded-card" />
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-7 w-32" />
        <div className="grid gap-4 md:grid-cols-3">
          <Skeleton className="h-28 rounded-card md:h-40" />
          <Skeleton className="h-28 rounded-card md:h-40" />
          <Skeleton className="h-28 rounded-card md:h-40" />
        </div>
      </div>
    </div>
  );
}
