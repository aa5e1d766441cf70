import type { SharedPlan } from "@api/commands.types";
import { LatePanel } from "@components/ui/late-panel";
import { OwnItems } from "@features/customer/items/items-card";
import { lateCode } from "@lib/browser/late-code";
import { formatCents } from "@lib/format/money";
import { useState } from "react";

const itemsCode = lateCode(() => import("./items-dialog"));

/** A friend's own items in the bundle that they share. */
export function FriendItems({ plan }: { plan: SharedPlan }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);
  const booking = { id: plan.booking_id, status: plan.status, campus_id: plan.campus_id };
  return (
    <>
      <OwnItems
        booking={booking}
        counted={null}
        onList={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      />
      {opened > 0 ? (
        <LatePanel code={itemsCode} onFail={() => setOpened(0)}>
          {({ ItemsDialog }) => (
            <ItemsDialog
              key={opened}
              booking={booking}
              open={open}
              onOpenChange={setOpen}
              price={<ShareNow plan={plan} />}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}

/** What a month costs the friend: the share, and what is for their own items. */
function ShareNow({ plan }: { plan: SharedPlan }) {
  const { share, people } = plan;
  if (!share) return null;
  const own = share.extras.filter(({ monthly }) => monthly);
  const cents = own.reduce((sum, one) => sum + one.cents, share.share_cents);
  return (
    <section aria-label="Your share" className="grid gap-1 rounded-card bg-mist p-4 sm:p-5">
      <p className="tabular font-display text-2xl font-bold" role="status">
        {formatCents(cents)}
        <span className="font-sans text-sm font-normal text-muted"> a month before tax</span>
      </p>
      <p className="text-muted">
        {share.plan}, shared by {people.length}: {formatCents(share.share_cents)}
        {own.map(({ words, cents: each }) => ` + ${words} ${formatCents(each)}`).join("")}
      </p>
    </section>
  );
}
