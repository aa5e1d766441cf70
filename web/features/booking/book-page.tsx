import { IsoScene } from "@components/illustration/iso-scene";
import { movingDay } from "@components/illustration/scenes";
import { ReferralCard } from "@components/referral-card";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { TapeLabel } from "@components/ui/tape-label";
import { useBookingDialog } from "@lib/booking-launcher";
import { BookingSuccessful } from "./booking-successful";
import { FreeBanner } from "./free-banner";

/** /book: what a booking is, and the button that starts it. */
export default function BookPage() {
  const { open } = useBookingDialog();
  return (
    <div className="container-page py-10 md:py-16">
      <BookingSuccessful />
      <div className="grid items-center gap-10 md:grid-cols-[7fr_5fr]">
        <div className="grid justify-items-start gap-5">
          <TapeLabel>Reserve early, leave light</TapeLabel>
          <h1 className="display-1">Book your summer storage</h1>
          <p className="max-w-[54ch] text-lg text-muted">
            Tell us where you live and when you leave. We come to your door, keep your things over
            the summer, and bring them back for September.
          </p>
          <Button size="lg" className="mt-1 max-sm:w-full" onClick={() => open()}>
            Start Booking Process
          </Button>
        </div>
        <div className="overflow-hidden rounded-card max-md:hidden">
          <IsoScene scene={movingDay} className="h-auto w-full" />
        </div>
      </div>

      <div className="mt-12 md:mt-16">
        <FreeBanner />
      </div>

      <div className="mt-6 grid gap-6 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.25fr]">
        <Card>
          <h2 className="text-xl">First Come First Serve</h2>
          <p className="mt-3 text-sm text-muted">
            Each pickup window has a fixed number of places, and the last days of term fill first.
            Reserve early to get the one you want.
          </p>
        </Card>
        <Card>
          <h2 className="text-xl">Need changes?</h2>
          <p className="mt-3 text-sm text-muted">
            Resubmit the booking form anytime to update your booking. Signed in, your new booking
            takes the place of the earlier one, free of charge.
          </p>
        </Card>
        <ReferralCard className="md:col-span-2 lg:col-span-1" />
      </div>
    </div>
  );
}

export function meta() {
  return [
    { title: "Book Storage · Summerstow" },
    {
      name: "description",
      content: "Book pickup, summer storage and return delivery for your campus.",
    },
  ];
}
