import { useCampusClock } from "@api/clock";
import type { AuditLine } from "@api/reports/audit";
import { AddressLink } from "@components/lists/address-link";
import { Button } from "@components/ui/button";
import { ListBody } from "@features/office/list-page";
import { fetchError } from "@features/office/list-parts";
import { useFailureToast } from "@lib/lists/failure-toast";
import { useAddress } from "@lib/lists/url-state";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { historyColumns } from "./history-columns";
import { HistoryExport } from "./history-export";
import { HistoryFilters } from "./history-filters";
import { useAbout, useHistory, useSubjects } from "./history-query";
import { auditQuery, EVERYTHING, historyView, isNarrowed } from "./history-view";
import { LineDetail } from "./line-detail";

/** Who did what and when, newest first: the audit log in words. For admins and executives. */
export function HistoryTab() {
  const { params, href, change } = useAddress();
  const view = useMemo(() => historyView(params), [params]);
  const clock = useCampusClock();
  const utcOffset = clock.data?.utc_offset;
  const subject = useAbout(view.about);
  const about = view.about ? subject.data : undefined;
  const query = useMemo(() => auditQuery(view, utcOffset, about), [view, utcOffset, about]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useHistory(query);
  const subjects = useSubjects(data?.lines);
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const problem = error ?? (query ? null : (subject.error ?? clock.error));
  const failure = fetchError(problem);
  useFailureToast(problem, failure.title, failure.words);

  const lines = data?.lines;
  const matchesNoRecord = about?.users.length === 0 && about.bookings.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">History</h2>
        <p className="text-xs text-muted">All times are campus time.</p>
      </div>
      <HistoryFilters view={view} onRefresh={() => void refetch()} refreshing={isFetching}>
        <HistoryExport query={query} clock={clock.data} disabled={!lines?.length} />
      </HistoryFilters>
      {view.kind === "looks" ? (
        <p className="max-w-[75ch] text-xs text-muted">
          A look names a customer if the record or the booking was opened by itself. Lists of many
          customers name no customer and appear only without one.
        </p>
      ) : null}
      <ListBody
        caption="History"
        columns={historyColumns({ subjects, href, utcOffset, onOpen: setOpened })}
        rows={lines}
        rowKey={({ id }) => String(id)}
        stale={isPlaceholderData}
        pageKey={JSON.stringify(view)}
        minWidth="lg:min-w-[1080px]"
        problem={{
          error: problem,
          ...failure,
          onRetry: () => void Promise.all([clock.refetch(), refetch()]),
          retrying: isFetching,
        }}
        empty={{
          title: view.from ? "Nothing beyond this." : "Nothing happened.",
          words: matchesNoRecord
            ? "No customer and no booking has these words."
            : isNarrowed(view)
              ? "Nothing in the history matches these filters."
              : "Changes appear here as they happen.",
          action:
            view.from || isNarrowed(view) ? (
              <Button
                variant="secondary"
                onClick={() => change(view.from ? { older: null, newer: null } : EVERYTHING)}
              >
                {view.from ? "To the newest" : "Clear filters"}
              </Button>
            ) : undefined,
        }}
        pager={
          <nav aria-label="Pages of the history" className="flex items-center justify-end gap-1.5">
            <Step label="Newest" to={data?.newer ? href({ older: null, newer: null }) : null} />
            <Step
              label="Newer"
              icon="left"
              to={data?.newer ? href({ newer: String(lines?.[0]?.id), older: null }) : null}
            />
            <Step
              label="Older"
              icon="right"
              to={data?.older ? href({ older: String(lines?.at(-1)?.id), newer: null }) : null}
            />
          </nav>
        }
      />
      <LineDetail
        line={opened}
        subjects={subjects}
        utcOffset={utcOffset}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

/** A step through the pages; it keeps its place where it leads nowhere. */
function Step({ label, to, icon }: { label: string; to: string | null; icon?: "left" | "right" }) {
  const face = (
    <>
      {icon === "left" ? <ChevronLeft aria-hidden="true" /> : null}
      {label}
      {icon === "right" ? <ChevronRight aria-hidden="true" /> : null}
    </>
  );
  if (to === null)
    return (
      <Button variant="secondary" disabled>
        {face}
      </Button>
    );
  return (
    <Button asChild variant="secondary">
      <AddressLink to={to}>{face}</AddressLink>
    </Button>
  );
}
