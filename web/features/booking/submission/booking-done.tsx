import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { isDemo } from "@lib/site/config";
import { type CompletedBooking, nextStepAfter, waitsForCode } from "./completed-booking";

/** 'Booking Complete!', for the two seconds before the wizard closes. */
export function BookingDone({ completed }: { completed: CompletedBooking }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-6 text-center sm:py-10">
      <IsoScene scene={boxStack(8)} className="h-auto w-44 max-[22rem]:w-32 short:hidden" />
      <p className="max-w-[min(46ch,100%)] text-base [overflow-wrap:anywhere]">
        {completed.heldUntil
          ? "Check your mail to confirm your booking."
          : nextStepAfter(completed)}
      </p>
      <MailboxLink completed={completed} />
    </div>
  );
}

/** In demo mode mail is captured: the way to the mail just sent. */
export function MailboxLink({ completed }: { completed: CompletedBooking }) {
  if (!waitsForCode(completed) || !isDemo()) return null;
  return (
    <a
      href="/dev/mailbox"
      className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
    >
      Open the demo mailbox
    </a>
  );
}
