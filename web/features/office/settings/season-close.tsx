import { type LeftOpen, seasonClose, settingsKeys } from "@api/settings";
import { AddressLink } from "@components/lists/address-link";
import { buttonStyles } from "@components/ui/button";
import { ErrorState } from "@components/ui/error-state";
import { useDataSession } from "@features/office/data-session";
import { fetchError, ListSkeleton } from "@features/office/list-parts";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { ChecklistLine } from "./checklist-line";
import { SeasonArchive } from "./season-archive";

const DASHBOARD = "/admin-dashboard";

/** What each number is of, what is done about it, and where. */
const LEFT: Record<LeftOpen["what"], { title: string; words: string; to: string; go: string }> = {
  not_returned: {
    title: "Bookings with items in storage",
    words: "Agree on a return with each customer, or on storage over the winter.",
    to: `${DASHBOARD}?tab=bookings&status=picked_up`,
    go: "Bookings",
  },
  not_collected: {
    title: "Bookings whose pickup day is over",
    words: "Collect them, move them or cancel them.",
    to: `${DASHBOARD}?tab=bookings&status=confirmed&sort=pickup`,
    go: "Bookings",
  },
  overdue: {
    title: "Invoices overdue",
    words: "Remind, agree on payments, or write off.",
    to: `${DASHBOARD}?tab=payments&show=overdue`,
    go: "Payments",
  },
  unused_credit: {
    title: "Accounts with deposits or credit left",
    words: "Refund what is not to be used next season.",
    to: `${DASHBOARD}?tab=payments&show=all`,
    go: "Payments",
  },
  cases: {
    title: "Open cases",
    words: "Decide what was recorded and did not fit.",
    to: `${DASHBOARD}?tab=needs-person`,
    go: "Needs a person",
  },
  claims: {
    title: "Claims without a decision",
    words: "Answer each within the time that your terms promise.",
    to: `${DASHBOARD}?tab=needs-person`,
    go: "Needs a person",
  },
};

/** What is left to do before a season is over. */
export function SeasonClose() {
  const { via, cacheKey } = useDataSession();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.close],
    queryFn: () => seasonClose(via),
    staleTime: 0,
    ...untilReachable,
  });
  if (!data && !error) return <ListSkeleton />;
  if (!data) {
    const { title, words } = fetchError(error, "the season's end");
    return (
      <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
        {words}
      </ErrorState>
    );
  }
  const left = data.filter(({ count }) => count > 0).length;
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">Season close</h2>
        <p className="text-sm text-muted">
          {left ? "What is still open today." : "Nothing is open: the season can end."}
        </p>
      </div>
      <ul className="grid gap-2">
        {data.map((one) => (
          <Line key={one.what} {...one} />
        ))}
      </ul>
      <SeasonArchive />
    </section>
  );
}

function Line({ what, count, cents }: LeftOpen) {
  const { title, words, to, go } = LEFT[what];
  return (
    <ChecklistLine
      done={count === 0}
      title={
        <>
          {title}: <span className="tabular">{count}</span>
          {count && cents ? <span className="tabular">, {formatCents(cents)}</span> : null}
        </>
      }
      action={
        count ? (
          <AddressLink to={to} className={cn(buttonStyles({ variant: "secondary", size: "sm" }))}>
            {go}
          </AddressLink>
        ) : null
      }
    >
      <p className="text-muted">{words}</p>
    </ChecklistLine>
  );
}
