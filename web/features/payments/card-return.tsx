import type { Statement } from "@api/commands.types";
import { FormAlert } from "@components/form-alert";
import { useEffect } from "react";
import { useSearchParams } from "react-router";

/** How often the statement is read again until the card's payment has arrived, in milliseconds. */
const POLL_MS = 3_000;

/** Back from the card's page: says what became of it, until the payment stands in the statement. */
export function CardReturn({ money, onPoll }: { money: Statement; onPoll: () => void }) {
  const [params] = useSearchParams();
  const outcome = params.get("card");
  const invoice = money.invoices.find(({ id }) => id === params.get("invoice"));
  const waiting = outcome === "done" && invoice !== undefined && invoice.owed_cents > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(onPoll, POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, onPoll]);

  if (!invoice) return null;
  if (outcome === "cancelled" && invoice.owed_cents > 0)
    return <FormAlert tone="note">The card payment was not made. Nothing was charged.</FormAlert>;
  if (outcome !== "done") return null;
  return waiting ? (
    <FormAlert tone="note">
      Thank you. We are waiting for your bank to confirm {invoice.number}. This page updates by
      itself.
    </FormAlert>
  ) : (
    <FormAlert tone="success">Thank you. {invoice.number} is paid.</FormAlert>
  );
}
