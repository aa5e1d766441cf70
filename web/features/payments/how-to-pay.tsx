import type { InvoiceShown } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { CopyButton } from "@components/copy-button";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Code } from "@components/ui/code";
import { spacedReference } from "@lib/format/invoice-code";
import { formatCents, plainDollars } from "@lib/format/money";
import { business } from "@lib/site/published";
import { CreditCard } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

interface HowToPayProps {
  invoice: Pick<InvoiceShown, "owed_cents" | "reference">;
  /** where e-Transfers go */
  payTo: string;
  /** Opens the page that takes the card, if cards are taken. */
  startCard: ((save: boolean) => Promise<{ url: string }>) | null;
}

/** The three things that a bank asks for, each to be copied; and the card, where one can. */
export function HowToPay({ invoice, payTo, startCard }: HowToPayProps) {
  return (
    <div className="grid gap-4 rounded-2xl bg-mist p-4">
      {startCard ? <PayByCard owedCents={invoice.owed_cents} start={startCard} /> : null}
      <p className="font-semibold">By Interac e-Transfer</p>
      <dl className="grid gap-x-6 gap-y-3 lg:grid-cols-[auto_auto_auto]">
        <Step term="Send it to" copy={<CopyButton text={payTo} what="address" />}>
          <span className="wrap-anywhere">{payTo}</span>
        </Step>
        <Step
          term="Amount"
          copy={<CopyButton text={plainDollars(invoice.owed_cents)} what="amount" />}
        >
          <span className="tabular">{formatCents(invoice.owed_cents)}</span>
        </Step>
        <Step
          term="Message: just this code"
          copy={<CopyButton text={invoice.reference} what="reference code" />}
        >
          <Code>{spacedReference(invoice.reference)}</Code>
        </Step>
      </dl>
      <p className="text-xs text-muted">
        The code tells us which invoice you paid. If you pay too much, the rest becomes your credit.
      </p>
      {business.foreign_transfer ? (
        <div className="grid gap-1 border-t border-dashed border-line-strong pt-4">
          <p className="font-semibold">From a bank outside Canada</p>
          <p className="text-sm wrap-anywhere whitespace-pre-line">{business.foreign_transfer}</p>
          <p className="text-xs text-muted">Put the same code in the message.</p>
        </div>
      ) : null}
    </div>
  );
}

function Step({ term, copy, children }: { term: string; copy: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="flex items-center justify-between gap-3 font-semibold lg:justify-start">
        {children}
        {copy}
      </dd>
    </div>
  );
}

interface PayByCardProps {
  owedCents: number;
  start: (save: boolean) => Promise<{ url: string }>;
}

function PayByCard(props: PayByCardProps) {
  const { owedCents, start } = props;
  const [save, setSave] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const under = useRef(false);

  async function pay() {
    if (under.current) return;
    under.current = true;
    setBusy(true);
    setRefused("");
    try {
      const { url } = await start(save);
      // The button stays busy until the other page is there.
      window.location.assign(url);
    } catch (error) {
      setRefused(toApiError(error).message);
      setBusy(false);
      under.current = false;
    }
  }

  return (
    <div className="grid gap-2 border-b border-dashed border-line-strong pb-4">
      <Button className="max-sm:w-full sm:w-fit" busy={busy} onClick={pay}>
        <CreditCard aria-hidden="true" />
        Pay {formatCents(owedCents)} by card
      </Button>
      <p className="text-xs text-muted">
        Cards and phone wallets from any country. A receipt comes by email.
      </p>
      <Checkbox
        label="Pay the next invoices with this card"
        description="Each by itself, on the day it is due, after an email. You can stop it here at any time."
        checked={save}
        onCheckedChange={setSave}
        disabled={busy}
      />
      {refused ? <FormAlert tone="error">{refused}</FormAlert> : null}
    </div>
  );
}
