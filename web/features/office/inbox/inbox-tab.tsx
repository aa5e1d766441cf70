import { useCampusClock } from "@api/clock";
import { ClearFilters } from "@components/lists/clear-filters";
import { ListChoices } from "@components/lists/list-choices";
import { counted, Pager } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { LateSelect } from "@components/ui/late-select";
import { RefusedDevices } from "@features/crew/pickups/dates/refused-devices";
import { ListBody } from "@features/office/list-page";
import { fetchError, ListHeading } from "@features/office/list-parts";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode } from "@lib/browser/late-code";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { lazy, useMemo, useState } from "react";
import { inboxColumns } from "./inbox-columns";
import { useInbox } from "./inbox-query";
import { inboxView, itemParam, NO_FILTERS, SHOW_CHOICES } from "./inbox-view";
import { KIND_WORDS } from "./kind-words";
import { useRowKeys } from "./row-keys";

const sheetCode = lateCode(() => import("./item-sheet"));
const DecidedList = lazy(async () => ({
  default: (await import("./decided-list")).DecidedList,
}));

const ANY = "all";
const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }));
const CAMPUSES = campuses.map(({ id, name }) => ({ value: String(id), label: name }));
const DECIDED = "decided";
const EMPTY: Record<string, string> = {
  todo: "Nothing needs a person",
  mine: "You have nothing to do",
  unowned: "Every item has an owner",
  all: "Nothing needs a person",
  snoozed: "Nothing is snoozed",
};

/** All that needs a person, in one list: who takes it, until when, and what decides it. */
export function InboxTab({ office }: { office: boolean }) {
  const { params, href, change } = useAddress();
  const { read, page, decided, item } = useMemo(() => inboxView(params, office), [params, office]);
  const clock = useCampusClock().data;
  const { data, error, refetch, isFetching, isPlaceholderData } = useInbox(read, !decided);
  const list = useRowKeys(data?.rows);
  useAfterFirstScreen(sheetCode.load);
  const [opened, setOpened] = useState(false);
  if (item !== null && !opened) setOpened(true);
  const counts = data?.counts;
  const filtered = read.kind !== undefined || read.campus_id !== undefined || read.overdue;
  const shown = decided ? DECIDED : read.show;
  const failure = fetchError(error, "what needs a person");
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ListHeading
          title="Needs a person"
          count={decided || error ? "" : counts ? counted(counts[read.show], "item") : undefined}
        />
        {office ? (
          <ListChoices
            label="Items"
            choices={[
              ...SHOW_CHOICES.map((choice) => ({ ...choice, count: counts?.[choice.value] })),
              { value: DECIDED, label: "Decided" },
            ]}
            value={shown}
            changeTo={(value) => ({ show: value === "todo" ? null : value, page: null })}
          />
        ) : null}
      </div>
      {office && !decided ? (
        <div className="flex flex-wrap items-center gap-2">
          <LateSelect
            aria-label="Kind"
            options={[{ value: ANY, label: "All kinds" }, ...KINDS]}
            value={read.kind ?? ANY}
            onValueChange={(kind) => change({ kind: kind === ANY ? null : kind, page: null })}
            className="max-sm:grow max-sm:basis-[calc(50%-0.25rem)] sm:w-48"
          />
          <LateSelect
            aria-label="Campus"
            options={[{ value: ANY, label: "All campuses" }, ...CAMPUSES]}
            value={read.campus_id === undefined ? ANY : String(read.campus_id)}
            onValueChange={(campus) =>
              change({ campus: campus === ANY ? null : campus, page: null })
            }
            className="max-sm:grow max-sm:basis-[calc(50%-0.25rem)] sm:w-48"
          />
          <Button
            variant={read.overdue ? "primary" : "secondary"}
            aria-pressed={read.overdue}
            onClick={() => change({ overdue: read.overdue ? null : "1", page: null })}
          >
            Overdue
          </Button>
          <ClearFilters filtered={filtered} cleared={NO_FILTERS} />
        </div>
      ) : null}
      {decided ? (
        <DecidedList />
      ) : (
        <ListBody
          caption="Needs a person"
          columns={inboxColumns(office, {
            office: data?.office ?? [],
            href,
            today: clock?.today,
            utcOffset: clock?.utc_offset,
          })}
          rows={page > 1 && data?.rows.length === 0 ? null : data?.rows}
          rowKey={itemParam}
          stale={isPlaceholderData}
          page={page}
          pageKey={`${read.show} ${page}`}
          minWidth="lg:min-w-[1040px]"
          problem={{
            error,
            ...failure,
            onRetry: () => void refetch(),
            retrying: isFetching,
          }}
          empty={{
            title: EMPTY[read.show] ?? "",
            words: filtered
              ? "Nothing matches these filters."
              : "Messages, claims, fees, quotes, and scans or visits that do not match their booking show up here.",
            action: filtered ? (
              <ClearFilters filtered cleared={NO_FILTERS} variant="secondary" />
            ) : undefined,
          }}
          pager={<Pager page={page} count={counts?.[read.show] ?? 0} label="Pages of the inbox" />}
        />
      )}
      {office ? <RefusedDevices utcOffset={clock?.utc_offset} /> : null}
      {opened ? (
        <LatePanel
          code={sheetCode}
          onFail={() => {
            setOpened(false);
            change({ item: null }, { replace: true });
          }}
        >
          {({ ItemSheet }) => <ItemSheet item={item} office={data?.office ?? []} />}
        </LatePanel>
      ) : null}
    </div>
  );
}
