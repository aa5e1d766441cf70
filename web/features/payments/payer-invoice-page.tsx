import type { PayerInvoice } from "@api/commands.types";
import {
  payerCardPayment,
  payerInvoice,
  payerInvoicePdf,
  payerStopSavedCard,
  paymentKeys,
} from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { openBox } from "@components/illustration/scenes";
import { InvoiceStateBadge } from "@components/invoice-state";
import { Fact } from "@components/lists/facts";
import { LinkFrame } from "@components/site/link-frame";
import { EmptyState } from "@components/ui/empty-state";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { pageTitle } from "@lib/site/page-title";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { HowToPay } from "./how-to-pay";
import { PdfButton } from "./pdf-button";
import { SavedCard } from "./saved-card";

/** How often the invoice is read again until the card's payment has arrived. */
const CONFIRMING_MS = 3_000;

/** /invoice/:token, where the mails of an invoice lead, without an account. */
export default function PayerInvoicePage() {
  const { token = "" } = useParams();
  const paid = useSearchParams()[0].get("card") === "done";
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: paymentKeys.payer(token),
    queryFn: () => payerInvoice(token),
    ...untilReachable,
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return untilReachable.refetchInterval({ state });
      return paid && state.data?.owed_cents ? CONFIRMING_MS : false;
    },
  });
  if (data)
    return (
      <InvoiceContent
        token={token}
        invoice={data}
        stale={isUnreachable(error)}
        onChange={() => void refetch()}
      />
    );
  if (error && !isUnreachable(error) && toApiError(error).status === 404)
    return (
      <div className="container-page grid min-h-dvh content-center justify-items-center py-12">
        <h1 className="sr-only">Invoice</h1>
        <EmptyState scene={openBox} title="This link does not work">
          Open it once more from our latest email, or copy the whole address.
        </EmptyState>
      </div>
    );
  return (
    <LinkFrame title="Invoice">
      {isUnreachable(error) ? (
        <ServerUnreachable />
      ) : error ? (
        <ErrorState
          title="The invoice could not be read"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Looking for the invoice...
        </p>
      )}
    </LinkFrame>
  );
}

function stateWords({ state, owed_cents, due_on }: PayerInvoice): string {
  if (state === "void") return "It is cancelled: please do not pay it.";
  if (state === "paid") return "Nothing is left to pay. Thank you.";
  if (state === "disputed") return "It is disputed, and not due until we decide.";
  const due = state === "overdue" ? "was due on" : "is due on";
  return `${formatCents(owed_cents)} ${due} ${formatDay(due_on, "medium")}.`;
}

interface InvoiceContentProps {
  token: string;
  invoice: PayerInvoice;
  /** It is as it was before the connection was lost. */
  stale: boolean;
  onChange: () => void;
}

function InvoiceContent({ token, invoice, stale, onChange }: InvoiceContentProps) {
  const {
    number,
    words,
    customer,
    state,
    total_cents,
    owed_cents,
    pay_to,
    card,
    saved_card,
    others,
  } = invoice;
  const open = state === "open" || state === "overdue";
  return (
    <LinkFrame title={`Invoice ${number}`}>
      {stale ? <ServerUnreachable title="This may have changed meanwhile" /> : null}
      <Returned owes={owed_cents > 0} />
      <p className="text-lg text-muted">
        {customer ? `For ${customer}'s storage with us. ` : ""}
        {stateWords(invoice)}
      </p>
      <dl className="border-t-2 border-ink [--term:6rem]">
        <Fact label="For">{words}</Fact>
        <Fact label="State">
          <InvoiceStateBadge state={state} />
        </Fact>
        <Fact label="Total">{formatCents(total_cents)}</Fact>
        <Fact label="Owed">{formatCents(owed_cents)}</Fact>
      </dl>
      {open ? (
        <HowToPay
          invoice={invoice}
          payTo={pay_to}
          startCard={card ? (save) => payerCardPayment(token, save) : null}
        />
      ) : null}
      {saved_card ? (
        <SavedCard card={saved_card} stop={() => payerStopSavedCard(token)} onStopped={onChange} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <PdfButton number={number} read={() => payerInvoicePdf(token)} />
      </div>
      {others.length ? <Others others={others} /> : null}
    </LinkFrame>
  );
}

/** Back from the card's page: what became of it. */
function Returned({ owes }: { owes: boolean }) {
  const outcome = useSearchParams()[0].get("card");
  if (outcome === "cancelled" && owes)
    return <FormAlert tone="note">The card payment was not made. Nothing was charged.</FormAlert>;
  if (outcome !== "done") return null;
  return owes ? (
    <FormAlert tone="note">
      Thank you. We are waiting for your bank to confirm. This page updates by itself.
    </FormAlert>
  ) : (
    <FormAlert tone="success">Thank you. This invoice is paid.</FormAlert>
  );
}

/** The same payer's other invoices of this booking. */
function Others({ others }: Pick<PayerInvoice, "others">) {
  return (
    <section aria-labelledby="others-title" className="grid gap-2">
      <h2 id="others-title" className="text-lg">
        Other invoices
      </h2>
      <ul className="grid">
        {others.map(({ number, words, state, owed_cents, path }) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <Link to={path} className="min-w-0 font-semibold wrap-anywhere">
              {number}: {words}
            </Link>
            <span className="flex items-center gap-3">
              {owed_cents ? <span className="tabular">{formatCents(owed_cents)}</span> : null}
              <InvoiceStateBadge state={state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function meta() {
  return [
    { title: pageTitle("Invoice") },
    // Anyone with the address can read it.
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}
