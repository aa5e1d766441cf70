import { useCampusClock } from "@api/clock";
import type { KitDelivery } from "@api/commands.types";
import type { KitState } from "@api/pickups/supplies";
import { openBox } from "@components/illustration/scenes";
import { AddressLink } from "@components/lists/address-link";
import { DataTable } from "@components/lists/data-table";
import { ListProblem } from "@components/lists/list-problem";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { fetchError, ListHeading } from "@features/office/list-parts";
import { cn } from "@lib/cn";
import { csvText, saveCsv } from "@lib/format/csv";
import { addDays, formatDay } from "@lib/format/dates";
import { useFailureToast } from "@lib/lists/failure-toast";
import { useAddress } from "@lib/lists/url-state";
import { Download, Printer, Tags } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { FailedDialog } from "./failed-dialog";
import { kitColumns } from "./kit-columns";
import { KIT_CSV } from "./kit-csv";
import { KitPrint, type Printed } from "./kit-print";
import { SelectedKits, useKitSelection } from "./kit-selection";
import { KIT_STATES, kitCounts, onTheRun, STATE_WORDS } from "./kit-steps";
import { KitStock } from "./kit-stock";
import { PrintLabels } from "./print-labels";
import { SuppliesControls } from "./supplies-controls";
import { useKitDay } from "./supplies-query";
import { suppliesView } from "./supplies-view";

/** The kits of a campus and day, from requested to delivered, and what is on the shelf. */
export function SuppliesTab({ office }: { office: boolean }) {
  const { params, href } = useAddress();
  const view = useMemo(() => suppliesView(params), [params]);
  const clock = useCampusClock();
  const day = view.day ?? clock.data?.today;
  const { data, error, refetch, isFetching } = useKitDay(view.campus.id, day);
  const problem = error ?? (day ? null : clock.error);
  const [failed, setFailed] = useState<KitDelivery | null>(null);
  const [printed, setPrinted] = useState<Printed | null>(null);
  const today = clock.data?.today;
  const mayMove = office || !(day && today) || isWorkable(day, today);
  const columns = useMemo(() => kitColumns(mayMove ? setFailed : undefined), [mayMove]);
  const donePrinting = useCallback(() => setPrinted(null), []);
  const failure = fetchError(problem);
  useFailureToast(problem, failure.title, failure.words);

  const kits = data?.deliveries;
  const run = onTheRun(kits ?? []);
  const visibleKits = view.state ? kits?.filter(({ state }) => state === view.state) : kits;
  const selection = useKitSelection(visibleKits ?? []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <ListHeading
          title="Supply Kit Deliveries"
          count={kits ? counted(kits.length, "kit") : problem ? "" : undefined}
        />
        <div className="flex flex-wrap items-center gap-2">
          {office ? <PrintLabels campusId={view.campus.id} campusName={view.campus.name} /> : null}
          <SuppliesControls campusId={view.campus.id} day={day} today={clock.data?.today} />
        </div>
      </div>
      {problem ? (
        <ListProblem
          error={problem}
          title={failure.title}
          onRetry={() => void Promise.all([clock.refetch(), refetch()])}
          retrying={isFetching}
        >
          {failure.words}
        </ListProblem>
      ) : null}
      {data ? <KitStock day={data} campusName={view.campus.name} canAdd={office} /> : null}
      {kits && kits.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <StateFilter kits={kits} state={view.state} href={href} />
          <div className="flex flex-wrap gap-1.5">
            <Button
              variant="secondary"
              size="sm"
              disabled={run.length === 0}
              onClick={() => setPrinted("run")}
            >
              <Printer aria-hidden="true" />
              Run sheet
            </Button>
            <Button
              variant="secondary"
              size="sm"
              disabled={run.length === 0}
              onClick={() => setPrinted("labels")}
            >
              <Tags aria-hidden="true" />
              Labels
            </Button>
            <Button
              variant="secondary"
              size="sm"
              onClick={() =>
                saveCsv(`supply_kits_${view.campus.slug}_${day}.csv`, csvText(KIT_CSV, kits))
              }
            >
              <Download aria-hidden="true" />
              CSV
            </Button>
          </div>
        </div>
      ) : null}
      {problem && !data ? null : kits?.length === 0 ? (
        <EmptyState scene={openBox} title="No supply kits on this day.">
          No customer at {view.campus.name} ordered a kit for {formatDay(day, "medium")}.
        </EmptyState>
      ) : visibleKits?.length === 0 ? (
        <EmptyState
          scene={openBox}
          title="No kits in this state."
          action={
            <Button asChild variant="secondary">
              <AddressLink to={href({ state: null })}>Show all</AddressLink>
            </Button>
          }
        />
      ) : (
        <>
          {mayMove ? (
            <SelectedKits kits={selection.kits} onClear={selection.clear} />
          ) : (
            <p className="text-sm text-muted">
              Crews work the kits of yesterday, today and tomorrow.
            </p>
          )}
          <DataTable
            caption="Supply Kit Deliveries"
            columns={mayMove ? [selection.column, ...columns] : columns}
            rows={visibleKits}
            rowKey={({ booking_id }) => booking_id}
            pageKey={`${view.campus.id} ${day} ${view.state}`}
            minWidth="sm:min-w-[1280px]"
          />
        </>
      )}
      <FailedDialog kit={failed} onClose={() => setFailed(null)} />
      {printed && day ? (
        <KitPrint
          kind={printed}
          kits={run}
          campusName={view.campus.name}
          day={day}
          onDone={donePrinting}
        />
      ) : null}
    </div>
  );
}

/** Whether crews work the kits of a day: as the server has it. */
function isWorkable(day: string, today: string): boolean {
  return day >= addDays(today, -1) && day <= addDays(today, 1);
}

interface StateFilterProps {
  kits: readonly KitDelivery[];
  state: KitState | null;
  href: ReturnType<typeof useAddress>["href"];
}

/** How many kits are how far, each a link that shows these alone. */
function StateFilter({ kits, state, href }: StateFilterProps) {
  const counts = kitCounts(kits);
  const choices = [
    { value: null, label: "All", count: kits.length },
    ...KIT_STATES.map((value) => ({
      value,
      label: STATE_WORDS[value].label,
      count: counts[value],
    })),
  ];
  return (
    <nav aria-label="States" className="-mx-1 flex max-w-full gap-1 overflow-x-auto px-1 py-1">
      {choices.map(({ value, label, count }) => (
        <AddressLink
          key={label}
          to={href({ state: value })}
          replace
          aria-current={value === state ? "true" : undefined}
          className={cn(
            "inline-flex h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap md:h-9",
            value === state
              ? "border-ink bg-pine-soft font-semibold"
              : "border-line text-muted hover:border-line-strong hover:text-ink",
          )}
        >
          {label} <span className="tabular">{count}</span>
        </AddressLink>
      ))}
    </nav>
  );
}
