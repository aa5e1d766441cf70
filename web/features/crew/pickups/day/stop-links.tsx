import { buttonStyles } from "@components/ui/button";
import { isOffice } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { Package, UserRound } from "lucide-react";
import { Link } from "react-router";

interface StopOwner {
  booking_id: string | null;
  user_id: string | null;
  customer_id: string | null;
}

/** Where a stop's booking and account are; the crew finds the account in the list of customers. */
export function useStopLinks(stop: StopOwner): { booking: string | null; account: string | null } {
  const { profile } = useSession();
  const base = "/admin-dashboard?tab=";
  const file = profile && isOffice(profile) ? stop.user_id : null;
  return {
    booking: stop.booking_id ? `${base}bookings&booking=${stop.booking_id}` : null,
    account: file
      ? `${base}customers&customer=${file}`
      : stop.customer_id
        ? `${base}customers&q=${encodeURIComponent(stop.customer_id)}`
        : null,
  };
}

/** The way from a stop to its booking and its account. */
export function StopLinks({ stop }: { stop: StopOwner }) {
  const { booking, account } = useStopLinks(stop);
  const looks = buttonStyles({ variant: "secondary", size: "sm" });
  return (
    <div className="flex flex-wrap gap-2">
      {booking ? (
        <Link to={booking} className={looks}>
          <Package aria-hidden="true" />
          Booking
        </Link>
      ) : null}
      {account ? (
        <Link to={account} className={looks}>
          <UserRound aria-hidden="true" />
          Account
        </Link>
      ) : null}
    </div>
  );
}
