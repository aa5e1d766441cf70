import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { askWords, type BankRow } from "./bank-rows";
import { matchWords } from "./match-words";

interface BankTransferRowProps {
  row: BankRow;
  onTick: (ticked: boolean) => void;
  onPick: () => void;
}

/** One transfer of a bank's file and the invoice that it pays. */
export function BankTransferRow({ row, onTick, onPick }: BankTransferRowProps) {
  const { line, match } = row;
  const label = `${formatCents(line.amount_cents)} of ${formatDay(line.received_on, "medium")}`;
  return (
    <li className="grid gap-1 rounded-2xl border border-line bg-sheet px-4 py-2 text-sm sm:grid-cols-2 sm:gap-4">
      <div className="grid min-w-0 content-center">
        <b className="tabular font-semibold">{label}</b>
        <span className="text-xs text-muted wrap-anywhere">{line.text}</span>
      </div>
      {match.state === "recorded" ? (
        <p className="self-center">
          <Badge tone="solid">Recorded already</Badge>
        </p>
      ) : match.state === "unread" ? (
        <p className="self-center text-muted">
          The day or the amount can be no payment. Please record it by hand.
        </p>
      ) : (
        <Decision row={row} label={label} onTick={onTick} onPick={onPick} />
      )}
    </li>
  );
}

function Decision({ row, label, onTick, onPick }: BankTransferRowProps & { label: string }) {
  const { line, match, invoice, ticked, byHand } = row;
  const isGuess = match.state === "unmatched" && !byHand;
  const ask = askWords(match);
  const offered = match.offered.length;
  return (
    <div className="grid content-center justify-items-start gap-1">
      {invoice ? (
        <Checkbox
          label={`${invoice.name}, ${invoice.number}`}
          description={
            <>
              {isGuess ? "The name fits. " : null}
              {matchWords(invoice.owed_cents, line.amount_cents)}
            </>
          }
          checked={ticked}
          onCheckedChange={onTick}
        />
      ) : (
        <p className="pt-1 text-muted">
          {offered > 0
            ? `No code. ${offered} open ${offered === 1 ? "invoice" : "invoices"} of this amount.`
            : "No code, and no invoice of this amount."}
        </p>
      )}
      {ask ? <p className="text-xs font-semibold">{ask}</p> : null}
      <Button
        variant="secondary"
        size="sm"
        aria-label={`${invoice ? "Other invoice" : "Choose an invoice"} for ${label}`}
        onClick={onPick}
      >
        {invoice ? "Other invoice" : "Choose an invoice"}
      </Button>
    </div>
  );
}
