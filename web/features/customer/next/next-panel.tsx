import type { Booking } from "@api/bookings/booking";
import { bookingRuleKeys, storageUntil } from "@api/bookings/commands";
import { itemKeys, itemsOf } from "@api/bookings/items";
import type { CampusClock } from "@api/clock";
import { WithContacts } from "@components/site/contact-us";
import { useOwnStatement } from "@features/customer/booking/own-statement";
import { freeReturnWords } from "@features/customer/dates/date-fields";
import { useAskedPickup } from "@features/customer/pickup/asked-pickup";
import { pickupStart } from "@features/customer/pickup/campus-time";
import { Countdown } from "@features/customer/pickup/countdown";
import { QueueTracker } from "@features/customer/pickup/queue-tracker";
import { plannedStop, useOwnStops } from "@features/customer/stops/use-own-stops";
import { AtYourDoor } from "@features/customer/visit/at-your-door";
import { FailedVisit } from "@features/customer/visit/failed-visit";
import { OwnRunningLate } from "@features/customer/visit/own-running-late";
import { cn } from "@lib/cn";
import { useQuery } from "@tanstack/react-query";
import { backWords } from "./back-words";
import { MoneyDue } from "./money-due";
import { NextActions } from "./next-actions";
import { nextWords } from "./next-words";
import { asksToConfirm, campusMoment, pickupIsOver, stageOf } from "./stage";

export interface NextPanelProps {
  userId: string;
  booking: Booking;
  clock: CampusClock;
}

/** The next step: what happens, when, and the button that it waits for (rule: what-is-next). */
export function NextPanel({ userId, booking, clock }: NextPanelProps) {
  const now = campusMoment(clock);
  const stage = stageOf(booking, now);
  const money = useOwnStatement(userId).data;
  const listed = useQuery({
    queryKey: itemKeys.of(booking.id),
    queryFn: () => itemsOf(booking.id),
    networkMode: "always",
  }).data;
  const storage = useQuery({
    queryKey: bookingRuleKeys.storage(booking.id),
    queryFn: () => storageUntil(booking.id),
    enabled: stage === "stored" && !booking.return_delivery_date,
    networkMode: "always",
  }).data;
  const stop = plannedStop(useOwnStops(userId, clock).data, booking);
  const wish = useAskedPickup(booking.id);
  const asked = wish?.state === "asked" ? wish.words : "";
  const items = money?.plan?.items ?? listed?.length ?? 0;
  const actions = (
    <NextActions
      userId={userId}
      stage={stage}
      booking={booking}
      listed={listed?.length}
      asked={asked !== ""}
      owing={owes(money)}
      near={asksToConfirm(booking, now)}
    />
  );
  const due = money && owes(money) ? <MoneyDue money={money} /> : null;
  const day = booking.pickup_date;

  if (stop?.state === "failed")
    return (
      <div className="grid gap-4">
        <FailedVisit stop={stop} clock={clock} asked={asked} />
        {due}
      </div>
    );
  if (stop?.state === "arrived" && stop.date === now.day)
    return (
      <div className="grid gap-4">
        <AtYourDoor stop={stop} clock={clock}>
          <OwnRunningLate userId={userId} stop={stop} utcOffset={clock.utc_offset} />
        </AtYourDoor>
        {due}
      </div>
    );
  if (day === now.day && (stage === "pickup_day" || stage === "on_way" || stage === "pickup_over"))
    return (
      <div className="grid gap-4">
        <QueueTracker
          userId={userId}
          campusId={booking.campus_id}
          day={day}
          over={pickupIsOver(booking, now)}
          begun={typeof stop?.ahead === "number"}
          window={booking.pickup_time}
        >
          <OwnRunningLate userId={userId} stop={stop} utcOffset={clock.utc_offset} />
          {actions}
        </QueueTracker>
        {due}
      </div>
    );

  const words = nextWords(stage, booking, now, {
    items,
    asked,
    freeReturn: freeReturnWords(),
    storedUntil: storage?.months ? (storage.until ?? undefined) : undefined,
    onWay: stop?.state === "on_way",
  });
  const { title, text } = (listed && backWords(stage, listed, clock)) ?? words;
  const late = stage === "pickup_over" || stage === "return_over";
  const start =
    stage === "before_pickup" && day ? pickupStart(booking, day, clock.utc_offset) : undefined;
  return (
    <div className="grid gap-4">
      <section
        aria-labelledby="next-title"
        className={cn(
          "grid content-start gap-4 rounded-card border p-4 sm:p-6",
          late ? "border-brick bg-brick-soft" : "border-line bg-pine-soft",
        )}
      >
        <div className="grid gap-2">
          <h3
            id="next-title"
            className="order-first font-sans text-sm font-semibold tracking-normal"
          >
            What is next
          </h3>
          <p className="tabular font-display text-2xl leading-tight font-bold tracking-tight wrap-anywhere sm:text-3xl">
            {title}
          </p>
          <p className="max-w-[56ch] text-base wrap-anywhere">
            <WithContacts>{text}</WithContacts>
          </p>
        </div>
        {start === undefined ? null : <Countdown until={start} clock={clock} />}
        {actions}
      </section>
      {due}
    </div>
  );
}

const owes = (money: { owed_cents: number } | undefined) => (money?.owed_cents ?? 0) > 0;
