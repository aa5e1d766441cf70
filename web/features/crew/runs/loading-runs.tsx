import { Skeleton } from "@components/ui/skeleton";

/** A day's shape while it is still being read. */
export function LoadingRuns() {
  return (
    <div role="status" aria-label="Loading runs" className="grid gap-2">
      {["first", "second", "third", "fourth"].map((one) => (
        <Skeleton key={one} className="h-20 rounded-2xl" />
      ))}
    </div>
  );
}
