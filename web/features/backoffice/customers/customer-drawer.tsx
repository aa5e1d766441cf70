import { useCampusClock } from "@api/clock";
import { customerFile, customerFileKeys } from "@api/customers/customer-file";
import { ApiError } from "@api/errors";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Sheet, SheetContent } from "@components/ui/sheet";
import { Skeleton } from "@components/ui/skeleton";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { CustomerSections } from "./customer-sections";

const GONE = "P0002";

/** One customer whole, from the right. Each opening is written down by the server. */
export function CustomerDrawer({ id }: { id: string | null }) {
  const { change } = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation();
  // Who was open stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(id);
  if (id !== null && id !== drawn) setDrawn(id);
  const clock = useCampusClock();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: customerFileKeys.of(drawn ?? ""),
    queryFn: () => customerFile(drawn ?? ""),
    enabled: id !== null,
    // Asking is a look that is logged: once an opening, and every opening.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...untilReachable,
  });

  function close() {
    if (state?.openedHere) void navigate(-1);
    else change({ customer: null }, { replace: true });
  }

  const gone = error instanceof ApiError && error.code === GONE;
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && close()}>
      <SheetContent
        inAddress
        title={data ? data.profile.full_name || "Customer" : "Customer"}
        description={data ? <Code>{data.profile.customer_id}</Code> : undefined}
        className="max-w-[640px]"
        footer={
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        }
      >
        {gone ? (
          <p>No customer has this number.</p>
        ) : error ? (
          <ListProblem
            error={error}
            title="Fetch Error"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            Could not load this customer. Please check your permissions.
          </ListProblem>
        ) : data ? (
          <CustomerSections file={data} utcOffset={clock.data?.utc_offset} />
        ) : (
          <div role="status" aria-label="Loading customer" className="grid gap-4">
            <Skeleton className="h-32" />
            <Skeleton className="h-48" />
            <Skeleton className="h-40" />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
