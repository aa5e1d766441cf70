import type { InvoiceRow } from "@api/commands.types";
import { ListChoices } from "@components/lists/list-choices";
import { counted, Pager } from "@components/lists/pager";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { ListBody } from "@features/office/list-page";
import { fetchError, ListHeading } from "@features/office/list-parts";
import { useListSelection } from "@features/office/list-selection";
import { lateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { useFailureToast } from "@lib/lists/failure-toast";
import { useAddress } from "@lib/lists/url-state";
import { FileUp, HandCoins } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { AccountSheet } from "./account-sheet";
import { invoiceColumns } from "./invoice-columns";
import { useInvoices } from "./payments-query";
import { paymentsView, SHOW_CHOICES, type Show } from "./payments-view";
import { RecordDialog } from "./record-dialog";

// It brings the reader of such files along.
const BankDialog = lazy(() =>
  import("./bank-dialog").then(({ BankDialog }) => ({ default: BankDialog })),
);

const selectedCode = lateCode(() => import("./selected-invoices"));
const NO_ROWS: readonly InvoiceRow[] = [];
const keyOf = ({ id }: InvoiceRow) => id;

/** What is owed, by whom, and the e-Transfers that come in for it. */
export function PaymentsTab({ canLetOff }: { canLetOff: boolean }) {
  const { params, href, change } = useAddress();
  const { query, account } = useMemo(() => paymentsView(params), [params]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useInvoices(query);
  const { selection, column, code } = useListSelection(selectedCode, data?.rows ?? NO_ROWS, keyOf);
  const isRecording = params.get("do") === "record";
  const [recorded, setRecorded] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const failure = fetchError(error);
  useFailureToast(error, failure.title, failure.words);

  return (
    <div
      className={cn("grid grid-cols-[minmax(0,1fr)] gap-3", selection.rows.length > 0 && "pb-32")}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ListHeading
          title="Payments"
          count={
            data
              ? `${counted(data.total, "invoice")}, ${formatCents(data.owed_cents)} owed`
              : error
                ? ""
                : undefined
          }
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button variant="secondary" onClick={() => setImporting(true)}>
            <FileUp aria-hidden="true" />
            Import bank file
          </Button>
          <Button disabled={!data} onClick={() => setRecorded("")}>
            <HandCoins aria-hidden="true" />
            Record e-Transfer
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchBox
          label="Search code, number, name or amount"
          value={query.search}
          onSearch={(q) => change({ q, page: null }, { replace: query.search !== "" })}
          className="w-full sm:max-w-96"
        />
        <ListChoices
          label="Invoices"
          choices={SHOW_CHOICES.map((choice) => ({
            ...choice,
            count: choice.value === "all" ? undefined : data?.[choice.value],
          }))}
          value={query.show}
          changeTo={(value) => ({ show: value === "open" ? null : value, page: null })}
        />
      </div>
      <ListBody
        caption="Invoices"
        columns={[column, ...invoiceColumns(href, setRecorded)]}
        rows={query.page > 1 && data?.rows.length === 0 ? null : data?.rows}
        rowKey={keyOf}
        stale={isPlaceholderData}
        page={query.page}
        pageKey={`${query.show} ${query.page}`}
        minWidth="lg:min-w-[1320px]"
        problem={{ error, ...failure, onRetry: () => void refetch(), retrying: isFetching }}
        empty={{
          title: query.search ? "No invoices found." : EMPTY[query.show],
          words: query.search ? "Nothing here matches this search." : undefined,
          action: query.search ? (
            <Button variant="secondary" onClick={() => change({ q: null, page: null })}>
              Clear search
            </Button>
          ) : undefined,
        }}
        pager={<Pager page={query.page} count={data?.total ?? 0} label="Pages of invoices" />}
      />
      {code ? (
        <code.SelectedInvoices selection={selection} query={query} count={data?.total ?? 0} />
      ) : null}
      <AccountSheet
        id={account}
        known={data?.rows.find(({ id }) => id === account)}
        canLetOff={canLetOff}
        onRecord={setRecorded}
      />
      {importing ? (
        <Suspense fallback={null}>
          <BankDialog onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
      <RecordDialog
        // The address alone may open it: one press of Escape closes both.
        reference={recorded ?? (isRecording ? "" : null)}
        today={data?.today ?? ""}
        accountOf={account}
        onClose={() => {
          if (isRecording) change({ do: null }, { replace: true });
          setRecorded(null);
        }}
      />
    </div>
  );
}

const EMPTY: Record<Show, string> = {
  open: "Nothing is owed.",
  overdue: "Nothing is overdue.",
  all: "No invoices yet.",
};
