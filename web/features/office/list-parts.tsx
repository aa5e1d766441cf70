import { toApiError } from "@api/errors";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";

/** Whether a read may have been refused; an unreachable server says nothing about permissions. */
export const CHECK = "Please check your permissions.";

/** A refused or failed read of admin data, or of `what`, in the product's words. */
export function fetchError(error: unknown, what = "admin data"): { title: string; words: string } {
  const missing = `Could not load ${what}.`;
  return {
    title: "Fetch Error",
    words: toApiError(error).unreachable ? missing : `${missing} ${CHECK}`,
  };
}

interface TwoLinesProps {
  first: string;
  second: string | null;
  /** The second is shown whole, in more lines where it is long. */
  wraps?: boolean;
}

/** A cell of two lines: what it is, and smaller what tells it from others. */
export function TwoLines({ first, second, wraps = false }: TwoLinesProps) {
  return (
    <span className={cn("tabular grid min-w-0 leading-tight", wraps && "py-1")}>
      <span title={first} className="max-sm:wrap-anywhere sm:truncate">
        {first}
      </span>
      {second ? (
        <span
          title={second}
          className={cn(
            "text-xs font-normal text-muted max-sm:wrap-anywhere",
            wraps ? "whitespace-normal sm:wrap-anywhere" : "sm:truncate",
          )}
        >
          {second}
        </span>
      ) : null}
    </span>
  );
}

/** An email address whole, on two lines where one is too short for it, parted before the @. */
export function EmailWords({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span className="min-w-0 leading-tight whitespace-normal wrap-anywhere">
      {at > 0 ? email.slice(0, at) : email}
      <wbr />
      {at > 0 ? email.slice(at) : null}
    </span>
  );
}

/** A list's shape while what stands above it is still being read too. */
export function ListSkeleton() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-11" />
      <Skeleton className="h-[60dvh] rounded-card" />
    </div>
  );
}

interface ListHeadingProps {
  title: string;
  /** How many there are; undefined while they are counted, "" where that failed. */
  count: string | undefined;
}

/** A list's name and how long it is. */
export function ListHeading({ title, count }: ListHeadingProps) {
  return (
    <h2 className="text-xl">
      {title}{" "}
      <span
        aria-live="polite"
        className="tabular inline-block font-sans text-sm font-normal tracking-normal text-muted"
      >
        {count ?? "Counting"}
      </span>
    </h2>
  );
}
