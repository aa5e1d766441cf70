import { cn } from "@lib/cn";
import { isUnreachable } from "@lib/lists/list-query";
import { type QueryFilters, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Spinner } from "./spinner";

export interface ErrorStateProps {
  title?: ReactNode;
  /** What happened, in the person's words. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  className?: string;
}

const frame = "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border px-5 py-4";

/** Something failed: what happened, and the way to try again. */
export function ErrorState({
  title = "That did not work",
  children,
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cn(frame, "border-brick bg-brick-soft", className)}>
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-brick-text" />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        {children ? <p className="text-sm">{children}</p> : null}
      </div>
      {onRetry ? (
        <Button variant="secondary" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

const UNREACHABLE = "We can't reach the server";

interface ServerUnreachableProps {
  /** What is missing meanwhile, in the product's words. */
  title?: ReactNode;
  /** What that means here, before the reason. */
  children?: ReactNode;
  /** What asks anew, where that is not the reads on this page. */
  onRetry?: () => void;
  className?: string;
}

interface FailedReadProps {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}

/** What could not be read, whether the server is out of reach or refused. */
export function FailedRead({ error, onRetry, retrying }: FailedReadProps) {
  if (isUnreachable(error)) return <ServerUnreachable />;
  return (
    <ErrorState onRetry={onRetry} retrying={retrying}>
      {error instanceof Error ? error.message : null}
    </ErrorState>
  );
}

const failed: QueryFilters = { type: "active", predicate: ({ state }) => state.status === "error" };

/** The server cannot be reached for now; what is on the screen stays, and the page recovers by itself. */
export function ServerUnreachable({ title, children, onRetry, className }: ServerUnreachableProps) {
  const queries = useQueryClient();
  const asking = useIsFetching(failed) > 0;
  const again =
    onRetry ??
    (queries.getQueryCache().findAll(failed).length > 0
      ? () => void queries.refetchQueries(failed)
      : undefined);
  return (
    <div role="status" className={cn(frame, "border-line-strong bg-tape-soft", className)}>
      <CloudOff aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title ?? UNREACHABLE}</p>
        <p className="text-sm">
          {children ? <>{children} </> : null}
          {title ? `${UNREACHABLE}. ` : null}Trying again by ourselves. Nothing you typed is lost.
        </p>
      </div>
      {again ? (
        <Button variant="secondary" busy={asking} onClick={again}>
          Try again
        </Button>
      ) : (
        <Spinner />
      )}
    </div>
  );
}
