import { Badge, type BadgeTone } from "@components/ui/badge";

const STATES = {
  open: { label: "Open", tone: "tape" },
  overdue: { label: "Overdue", tone: "brick" },
  paid: { label: "Paid", tone: "pine" },
  void: { label: "Void", tone: "outline" },
  disputed: { label: "Disputed", tone: "outline" },
} satisfies Record<string, { label: string; tone: BadgeTone }>;

/** What an invoice is today. */
export function InvoiceStateBadge({ state }: { state: keyof typeof STATES }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
