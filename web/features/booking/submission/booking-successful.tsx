import { PageLink } from "@components/site/page-link";
import { PassOn } from "@components/site/pass-on";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { useSession } from "@lib/auth/session";
import { saveFile } from "@lib/browser/save-file";
import { formatCents } from "@lib/format/money";
import { placeIn, useBookingDialog } from "@lib/site/booking-launcher";
import { siteUrl } from "@lib/site/config";
import { business, pricing } from "@lib/site/published";
import { CalendarPlus, PackageCheck, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { MailboxLink } from "./booking-done";
import { calendarFile } from "./calendar-file";
import { nextStepAfter, readCompleted, waitsForCode } from "./completed-booking";
import { ConfirmCode } from "./confirm-code";

/** The alert 'Booking Successful!' above every page, until it is put away: code and next step. */
export default function BookingSuccessful() {
  const { forgetBooked, isOpen } = useBookingDialog();
  const { status, profile } = useSession();
  const [completed] = useState(readCompleted);
  const alert = useRef<HTMLElement>(null);
  // The wizard's entries of the history are left after it is closed, and the page then goes back
  // to where it was scrolled to before.
  const left = placeIn(useLocation().state) === null && !isOpen;
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => alert.current?.scrollIntoView({ block: "start" }), 50);
    return () => clearTimeout(timer);
  }, [left]);
  if (!completed) return null;
  const signedIn = status === "signed-in";
  const file = calendarFile(completed);
  const confirmed = waitsForCode(completed) && signedIn;
  return (
    <section ref={alert} aria-label="Your new booking" className="container-page scroll-mt-20 py-5">
      <div className="relative flex gap-4 rounded-card border-2 border-pine bg-sheet p-5 pr-14 sm:p-6 sm:pr-16">
        <PackageCheck
          aria-hidden="true"
          className="mt-0.5 size-7 shrink-0 text-pine max-sm:hidden"
        />
        <div className="grid min-w-0 flex-1 gap-4">
          <div role="status" className="grid gap-1.5">
            <h2 className="text-xl">Booking Successful!</h2>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              Your booking code is <Code>{completed.code}</Code>
            </p>
            <p className="text-sm [overflow-wrap:anywhere] text-muted">
              {confirmed
                ? "Your email address is confirmed. The booking is in your dashboard."
                : nextStepAfter(completed)}
            </p>
          </div>
          {waitsForCode(completed) && status === "signed-out" ? (
            <ConfirmCode email={completed.email} />
          ) : null}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {signedIn ? (
              <Button asChild>
                <PageLink to="/customer-dashboard">Open my dashboard</PageLink>
              </Button>
            ) : null}
            {file ? (
              <Button
                variant="secondary"
                onClick={() => saveFile("pickup.ics", new Blob([file], { type: "text/calendar" }))}
              >
                <CalendarPlus aria-hidden="true" />
                Add to calendar
              </Button>
            ) : null}
            <MailboxLink completed={completed} />
          </div>
          {signedIn && completed.textMessages ? (
            <p className="text-sm text-muted">
              To get text messages, confirm your phone in your{" "}
              <PageLink
                to="/account#phone"
                state={{ phone: completed.phone }}
                className="font-semibold text-ink underline"
              >
                account settings
              </PageLink>
              .
            </p>
          ) : null}
          {profile?.customer_id ? (
            <div className="grid gap-2 border-t border-line pt-4">
              <p className="text-sm font-semibold">
                {formatCents(pricing.referral_credit_cents)} off your next booking for each friend
                who books
              </p>
              <PassOn
                label="Referral link"
                text={`${siteUrl()}/book?ref=${profile.customer_id}`}
                title={business.name}
                words="Summer storage for students: pickup and return at the door."
              />
            </div>
          ) : null}
        </div>
        <button
          type="button"
          aria-label="Close this message"
          onClick={forgetBooked}
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full text-muted hover:bg-pine-soft hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </section>
  );
}
