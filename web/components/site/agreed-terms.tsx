import { Button } from "@components/ui/button";
import { FailedRead } from "@components/ui/error-state";
import { LateDialog } from "@components/ui/late-dialog";
import { Skeleton } from "@components/ui/skeleton";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Agreed } from "./agreed-clauses";

const Clauses = lazy(() => import("./agreed-clauses"));

interface AgreedTermsProps {
  queryKey: readonly unknown[];
  /** Reads the terms of a booking. */
  read: () => Promise<Agreed>;
}

/** The terms that hold for a booking, with its own prices, behind a button. */
export function AgreedTerms(props: AgreedTermsProps) {
  return (
    <LateDialog
      trigger={
        <Button size="sm" variant="ghost" className="-ml-3 justify-self-start">
          Terms at booking
        </Button>
      }
      title="Terms at booking"
      description="As they were agreed to, with the prices of this booking."
    >
      <Content {...props} />
    </LateDialog>
  );
}

function Content({ queryKey, read }: AgreedTermsProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: read,
    ...untilReachable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const waiting = <Skeleton className="h-40" />;
  if (data) {
    return (
      <Suspense fallback={waiting}>
        <Clauses agreed={data} />
      </Suspense>
    );
  }
  if (!error) return waiting;
  return <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}
