import type { PayerInvoice } from "@api/commands.types";
import { payerInvoice, payerInvoicePdf, paymentKeys } from "@api/customers/payments";
import { toApiError } from "@api/errors";
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
import { useParams } from "react-router";
import { HowToPay } from "./how-to-pay";
import { PdfButton } from "./pdf-button";

/** /invoice/:token, where the mail of a payer without an account leads. */
export default function PayerInvoicePage() {
  const { token = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: paymentKeys.payer(token),
    queryFn: () => payerInvoice(token),
    ...untilReachable,
  });
  if (data) return <Found token={token} invoice={data} />;
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

function Found({ token, invoice }: { token: string; invoice: PayerInvoice }) {
  const { number, words, customer, state, total_cents, owed_cents, pay_to } = invoice;
  return (
    <LinkFrame title={`Invoice ${number}`}>
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
      {state === "open" || state === "overdue" ? (
        <HowToPay invoice={invoice} payTo={pay_to} cardInvoice={null} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <PdfButton number={number} read={() => payerInvoicePdf(token)} />
      </div>
    </LinkFrame>
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
