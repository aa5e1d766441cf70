import { announceLateByLink, linkedVisit, pickupLinkKeys } from "@api/bookings/pickup-links";
import { type CampusClock, useCampusClock } from "@api/clock";
import type { LinkedVisit } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { openBox } from "@components/illustration/scenes";
import { Fact } from "@components/lists/facts";
import { LinkFrame } from "@components/site/link-frame";
import { EmptyState } from "@components/ui/empty-state";
import { FailedRead, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { campusHour } from "@lib/format/campus-hour";
import { formatDay } from "@lib/format/dates";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { pageTitle } from "@lib/site/page-title";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallUs } from "./call-us";
import { linkedVisitWords } from "./linked-visit-words";
import RunningLate from "./running-late";

const POLL_MS = 10_000;
/** States in which nothing more is to come. */
const SETTLED = new Set(["over", "cancelled", "planned"]);

/** /visit/:token, where mails to the person at the door lead (rule: the-door). */
export default function VisitLinkPage() {
  const { token = "" } = useParams();
  const clock = useCampusClock().data;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: pickupLinkKeys.visit(token),
    queryFn: () => linkedVisit(token),
    ...untilReachable,
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return untilReachable.refetchInterval({ state });
      return state.data && !SETTLED.has(state.data.state) ? POLL_MS : false;
    },
  });
  if (data) return <Found token={token} visit={data} clock={clock} stale={isUnreachable(error)} />;
  if (error && !isUnreachable(error) && toApiError(error).status === 404)
    return (
      <div className="container-page grid min-h-dvh content-center justify-items-center py-12">
        <h1 className="sr-only">Visit</h1>
        <EmptyState scene={openBox} title="This link does not work any more">
          Open the one in our latest email. The customer can name you again.
        </EmptyState>
      </div>
    );
  return (
    <LinkFrame title="Visit">
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Looking for the visit...
        </p>
      )}
    </LinkFrame>
  );
}

interface FoundProps {
  token: string;
  visit: LinkedVisit;
  clock: CampusClock | undefined;
  /** It is as it was before the connection was lost. */
  stale: boolean;
}

function Found({ token, visit, clock, stale }: FoundProps) {
  const queries = useQueryClient();
  const { owner, contact, day, window, campus, address, items } = visit;
  const hour = (moment: string | null) => (clock ? campusHour(moment, clock.utc_offset) : "");
  const { title, words } = linkedVisitWords(visit, hour(visit.arrived_at), hour(visit.waits_until));
  return (
    <LinkFrame title={title}>
      {stale ? <ServerUnreachable title="This may have changed meanwhile" /> : null}
      <p className="text-lg text-muted">{words}</p>
      {visit.ahead !== null || visit.state === "on_way" || visit.state === "arrived" ? (
        <RunningLate
          until={hour(visit.late_until)}
          announce={async (minutes) =>
            queries.setQueryData(
              pickupLinkKeys.visit(token),
              await announceLateByLink(token, minutes),
            )
          }
          onAnnounced={() => {}}
        />
      ) : null}
      <CallUs variant="secondary" className="justify-self-start" />
      <dl className="border-t-2 border-ink [--term:6rem]">
        <Fact label="Day">{formatDay(day, "long", "Not agreed yet")}</Fact>
        {window ? <Fact label="Time">{window}, campus time</Fact> : null}
        <Fact label="Where">{[address, campus].filter(Boolean).join(", ")}</Fact>
        {contact ? <Fact label="At the door">{contact}</Fact> : null}
      </dl>
      <section aria-labelledby="items-title" className="grid gap-2">
        <h2 id="items-title" className="text-lg">
          {owner ? `${owner}'s items` : "Items"}
        </h2>
        {items.length ? (
          <ul className="grid gap-1">
            {items.map(({ number, description }) => (
              <li key={number} className="flex gap-3 border-b border-line py-2">
                <span className="tabular w-8 shrink-0 text-muted">{number}</span>
                <span className="min-w-0 wrap-anywhere">{description}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">None are listed yet. Our crew counts at the door.</p>
        )}
      </section>
    </LinkFrame>
  );
}

export function meta() {
  return [
    { title: pageTitle("Visit") },
    // Anyone with the address can read it.
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}
