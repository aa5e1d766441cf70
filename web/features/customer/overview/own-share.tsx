import type { SharedPlan } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { lateCode } from "@lib/browser/late-code";
import { useState } from "react";
import { PeopleOfShare } from "./share-people";

const returnCode = lateCode(() => import("@features/customer/stored/part-return-dialog"));

/** What a friend decides for their own share: how their items come back, and who acts for them. */
export function OwnShare({ plan }: { plan: SharedPlan }) {
  return (
    <>
      {plan.status === "picked_up" ? <FriendReturn plan={plan} /> : null}
      <PeopleOfShare plan={plan} />
    </>
  );
}

function FriendReturn({ plan }: { plan: SharedPlan }) {
  const [open, setOpen] = useState(false);
  const booking = { id: plan.booking_id, campus_id: plan.campus_id };
  return (
    <>
      <Button size="lg" variant="secondary" onClick={() => setOpen(true)}>
        Get my items back
      </Button>
      {open ? (
        <LatePanel code={returnCode} onFail={() => setOpen(false)}>
          {({ PartReturnDialog }) => (
            <PartReturnDialog booking={booking} open onOpenChange={setOpen} />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}
