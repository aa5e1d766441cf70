import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { Code } from "@components/ui/code";
import { useSession } from "@lib/auth/session";
import { formatCents } from "@lib/format/money";
import { pricing } from "@lib/site/published";
import { toast } from "@lib/toast";
import { Copy } from "lucide-react";
import { PageLink } from "./page-link";

const CREDIT = formatCents(pricing.referral_credit_cents);

/** The referral bonus, with the reader's own referral id (the customer id) once signed in. */
export function ReferralCard({ className }: { className?: string }) {
  const { profile } = useSession();
  const id = profile?.customer_id;
  return (
    <Card className={className}>
      <h2 className="text-2xl">{CREDIT} off for each friend</h2>
      <p className="mt-3 text-sm text-muted">
        Share your referral id. For each friend who books with it, you get {CREDIT} off your next
        booking.
      </p>
      <div className="mt-4 flex min-h-11 flex-wrap items-center gap-3 text-sm">
        {id ? (
          <>
            <span>Your referral id</span>
            <Code className="text-base">{id}</Code>
            <Button variant="ghost" size="sm" onClick={() => void copy(id)}>
              <Copy aria-hidden="true" />
              Copy
            </Button>
          </>
        ) : (
          <PageLink
            to="/auth"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Sign in to see your referral id
          </PageLink>
        )}
      </div>
    </Card>
  );
}

async function copy(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    toast.success("Referral id copied");
  } catch {
    toast.info(`Your referral id is ${id}`);
  }
}
