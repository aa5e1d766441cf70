import type { Booking } from "@api/bookings/booking";
import { agreedTerms, bookingRuleKeys } from "@api/bookings/commands";
import { AgreedTerms } from "@components/site/agreed-terms";
import { Card, CardTitle } from "@components/ui/card";
import { Code } from "@components/ui/code";
import { bookingName } from "@features/customer/booking/booking-state";
import type { Profile } from "@lib/auth/profile";
import type { ReactNode } from "react";

/** Who the customer is to us: ID, name, campus and university. */
export function CustomerInformation({
  profile,
  booking,
}: {
  profile: Profile;
  booking: Booking | undefined;
}) {
  const name = profile.full_name || (booking ? bookingName(booking) : "") || "Not provided";
  return (
    <Card className="grid content-start gap-4">
      <CardTitle>Customer Information</CardTitle>
      <dl className="grid gap-x-6 gap-y-3 max-lg:sm:grid-cols-2">
        <Fact term="Customer ID">
          {profile.customer_id ? <Code>{profile.customer_id}</Code> : "Pending"}
        </Fact>
        <Fact term="Name">{name}</Fact>
        {booking ? (
          <>
            <Fact term="Campus">{booking.campus?.campus ?? "Not specified"}</Fact>
            <Fact term="University">{booking.campus?.university ?? "Not specified"}</Fact>
          </>
        ) : null}
      </dl>
      {booking ? (
        <AgreedTerms
          queryKey={bookingRuleKeys.agreed(booking.id)}
          read={() => agreedTerms(booking.id)}
        />
      ) : null}
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
