import type { Referrals } from "@api/commands.types";
import { PassOn } from "@components/site/pass-on";
import { Card, CardTitle } from "@components/ui/card";
import { Code } from "@components/ui/code";
import { formatCents } from "@lib/format/money";

/** One's referral id and link, and what has come of them. */
export function ReferralSection({ referrals }: { referrals: Referrals }) {
  const { code, link, credit_cents, waiting, earned, used, left_cents } = referrals;
  const each = formatCents(credit_cents);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1.5">
        <CardTitle>Refer a friend</CardTitle>
        <p className="text-muted">
          {each} off your next booking for each friend whose first booking is picked up. One credit
          a friend.
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-3">
        Your referral id <Code className="text-base">{code}</Code>
      </p>
      <PassOn
        label="Referral link"
        text={link}
        title="Summer storage"
        words="Book your summer storage with my referral link:"
      />
      <dl className="grid grid-cols-3 gap-3 border-t border-line pt-4">
        <Count term="Booked" value={waiting} />
        <Count term="Picked up" value={earned} />
        <Count term="Used" value={used} />
      </dl>
      <p role="status" className="font-medium">
        {left_cents > 0
          ? `${formatCents(left_cents)} come off your next booking.`
          : earned > 0
            ? "Your credit is used. Refer one more friend."
            : "No credit yet."}
      </p>
    </Card>
  );
}

function Count({ term, value }: { term: string; value: number }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="tabular font-display text-2xl font-bold">{value}</dd>
    </div>
  );
}
