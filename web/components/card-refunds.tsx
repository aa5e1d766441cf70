import { FormAlert } from "@components/form-alert";
import { formatCents } from "@lib/format/money";

const WORDS = {
  asked: "is on its way back to the card that paid.",
  done: "went back to the card that paid. The bank may take some days to show it.",
  failed: "could not go back to the card.",
} as const;

interface CardRefund {
  id: string;
  amount_cents: number;
  state: keyof typeof WORDS;
}

interface CardRefundsProps {
  refunds: readonly CardRefund[];
  /** What is done about one that failed, as the reader sees it. */
  ifFailed: string;
}

/** Refunds that go back to cards (rule: refunds-to-cards); nothing where there are none. */
export function CardRefunds({ refunds, ifFailed }: CardRefundsProps) {
  return refunds.map(({ id, amount_cents, state }) => (
    <FormAlert key={id} tone={state === "failed" ? "error" : "note"}>
      {formatCents(amount_cents)} {WORDS[state]} {state === "failed" ? ifFailed : null}
    </FormAlert>
  ));
}
