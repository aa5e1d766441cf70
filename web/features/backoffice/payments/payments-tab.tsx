import { DataTable } from "@components/data-table";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/list-problem";
import { counted, Pager } from "@components/pager";
import { SearchBox } from "@components/search-box";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { cn } from "@lib/cn";
import { useFailureToast } from "@lib/failure-toast";
import { formatCents } from "@lib/money";
import { useAddress } from "@lib/url-state";
import { HandCoins } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { AccountSheet } from "./account-sheet";
import { invoiceColumns } from "./invoice-columns";
import { useInvoices } from "./payments-query";
import { paymentsView, SHOWN, type Show } from "./payments-view";
import { PriceMatches } from "./price-matches";
import { RecordDialog } from "./record-dialog";

const FAILURE = "Could not load admin data. Please check your permissions.";

/** What is owed, by whom, and the e-Transfers that come in for it. */
export function PaymentsTab({ canLetOff }: { canLetOff: boolean }) {
  const { params, href, change } = useAddress();
  const { asked, account } = useMemo(() => paymentsView(params), [params]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useInvoices(asked);
  const [recorded, setRecorded] = useState<string | null>(null);
  useFailureToast(error, "Fetch Error", FAILURE);

  const rows = data?.rows;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl">
          Payments{" "}
          <span
            aria-live="polite"
            className="tabular font-sans text-sm font-normal tracking-normal text-muted"
          >
            {data
              ? `${counted(data.total, "invoice")}, ${formatCents(data.owed_cents)} owed`
              : error
                ? ""
                : "Counting"}
          </span>
        </h2>
        <Button disabled={!data} onClick={() => setRecorded("")}>
          <HandCoins aria-hidden="true" />
          Record e-Transfer
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchBox
          label="Search code, number or name"
          value={asked.search}
          onSearch={(q) => change({ q, page: null }, { replace: asked.search !== "" })}
          className="w-full sm:max-w-96"
        />
        <nav
          aria-label="Invoices"
          className="-mx-1 flex max-w-full gap-1 overflow-x-auto px-1 py-1"
        >
          {SHOWN.map(({ value, label }) => (
            <Link
              key={value}
              to={href({ show: value === "open" ? null : value, page: null })}
              replace
              preventScrollReset
              aria-current={value === asked.show ? "true" : undefined}
              className={cn(
                "inline-flex h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap md:h-9",
                value === asked.show
                  ? "border-ink bg-pine-soft font-semibold"
                  : "border-line text-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {label}
              {data && value !== "all" ? <span className="tabular">{data[value]}</span> : null}
            </Link>
          ))}
        </nav>
      </div>
      <PriceMatches />
      {error ? (
        <ListProblem
          error={error}
          title="Fetch Error"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {FAILURE}
        </ListProblem>
      ) : null}
      {error && !data ? null : rows?.length === 0 ? (
        <EmptyState
          scene={openBox}
          title={
            asked.page > 1
              ? `There is no page ${asked.page}.`
              : asked.search
                ? "No invoices found."
                : EMPTY[asked.show]
          }
          action={
            asked.search || asked.page > 1 ? (
              <Button variant="secondary" onClick={() => change({ q: null, page: null })}>
                {asked.search ? "Clear search" : "To the first page"}
              </Button>
            ) : undefined
          }
        >
          {asked.search ? "Nothing here matches this search." : undefined}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Invoices"
            columns={invoiceColumns(href, setRecorded)}
            rows={rows}
            rowKey={({ id }) => id}
            stale={isPlaceholderData}
            pageKey={`${asked.show} ${asked.page}`}
            minWidth="sm:min-w-[1320px]"
          />
          <Pager page={asked.page} count={data?.total ?? 0} label="Pages of invoices" />
        </>
      )}
      <AccountSheet id={account} canLetOff={canLetOff} onRecord={setRecorded} />
      <RecordDialog
        reference={recorded}
        today={data?.today ?? ""}
        accountOf={account}
        onClose={() => setRecorded(null)}
      />
    </div>
  );
}

const EMPTY: Record<Show, string> = {
  open: "Nothing is owed.",
  overdue: "Nothing is overdue.",
  cases: "No case is open.",
  all: "No invoices yet.",
};
