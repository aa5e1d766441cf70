import type { Booking } from "@api/bookings/booking";
import { calendarFile } from "@api/bookings/calendar";
import { toApiError } from "@api/errors";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { useSession } from "@lib/auth/session";
import { saveFile } from "@lib/browser/save-file";
import { business } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { CalendarPlus, MapPin, MessageSquareText, PackagePlus, Phone } from "lucide-react";
import { BeThere } from "./be-there";
import { placeOf } from "./next-words";
import type { Stage } from "./stage";
import { TellMeNear } from "./tell-me-near";

interface NextActionsProps {
  userId: string;
  stage: Stage;
  booking: Booking;
  /** how many items are on the list; undefined while it is not known */
  listed: number | undefined;
  /** another pickup is asked for, and not answered */
  asked: boolean;
  /** something is to be paid, which goes first */
  owing: boolean;
  /** the pickup is so near that we ask whether it stands */
  near: boolean;
}

const AHEAD: readonly Stage[] = ["undated", "before_pickup", "pickup_day", "on_way"];

/** What may be done about the next step, the most urgent first and loudest. */
export function NextActions({
  userId,
  stage,
  booking,
  listed,
  asked,
  owing,
  near,
}: NextActionsProps) {
  const open = useOpenDialog();
  const phone = useSession().user?.phone;
  const ahead = AHEAD.includes(stage);
  const noPlace = ahead && placeOf(booking) === "";
  const noItems = (stage === "undated" || stage === "before_pickup") && listed === 0;
  const over = stage === "pickup_over" || stage === "return_over";
  const ended = stage === "back" || stage === "cancelled";
  const visit = stage === "before_pickup" ? "pickup" : stage === "stored" ? "delivery" : null;
  const coming =
    (ahead && stage !== "undated") ||
    stage === "return_day" ||
    (stage === "stored" && booking.return_delivery_date !== null);
  const loud = (first: boolean) => (first && !owing ? "primary" : "secondary");
  return (
    <div className="grid gap-3 empty:hidden">
      {noPlace ? (
        <p className="flex items-start gap-2 font-semibold">
          <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          We do not know where to pick up yet.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden sm:gap-3">
        {over ? (
          <Button asChild>
            <a href={`tel:+1${business.phone.replace(/\D/g, "")}`}>
              <Phone aria-hidden="true" />
              Call {business.phone}
            </a>
          </Button>
        ) : null}
        {noPlace ? (
          <Button asChild>
            <PageLink to="/customer-dashboard/edit#place">Add your pickup address</PageLink>
          </Button>
        ) : null}
        {stage === "undated" ? (
          <Button variant={loud(!noPlace)} onClick={() => open("pickup_date")}>
            Choose a day
          </Button>
        ) : null}
        {stage === "pickup_over" && !asked ? (
          <Button variant="secondary" onClick={() => open("pickup_date")}>
            Choose another day
          </Button>
        ) : null}
        {near ? <BeThere booking={booking} loud={!(noPlace || owing)} /> : null}
        {noItems ? (
          <Button
            variant={loud(!noPlace && stage !== "undated" && !near)}
            onClick={() => open("items")}
          >
            <PackagePlus aria-hidden="true" />
            List your items
          </Button>
        ) : null}
        {stage === "stored" && !booking.return_delivery_date ? (
          <Button variant={loud(true)} onClick={() => open("delivery")}>
            Choose your delivery day
          </Button>
        ) : null}
        {ended ? (
          <Button asChild variant={loud(true)}>
            <PageLink to="/book">Book Storage Now</PageLink>
          </Button>
        ) : null}
        {visit ? <AddToCalendar booking={booking} visit={visit} /> : null}
        {coming ? <TellMeNear userId={userId} /> : null}
        {ahead && !phone ? (
          <Button asChild variant="ghost" className="-ml-2 px-2 text-inherit hover:text-ink">
            <PageLink to="/account#phone" state={{ phone: booking.phone }}>
              <MessageSquareText aria-hidden="true" />
              {booking.text_messages
                ? "Confirm your phone to get our texts"
                : "Get a text when we are close"}
            </PageLink>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** A visit with a day and a window, for the calendar that the device has. */
function AddToCalendar({ booking, visit }: { booking: Booking; visit: "pickup" | "delivery" }) {
  const fetched = useMutation({
    mutationFn: () => calendarFile(booking.id, visit),
    networkMode: "always",
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) =>
      toast.error("Calendar entry not loaded", { description: toApiError(error).message }),
  });
  const [day, window] =
    visit === "pickup"
      ? [booking.pickup_date, booking.pickup_time]
      : [booking.return_delivery_date, booking.return_delivery_time];
  if (!(day && window)) return null;
  return (
    <Button variant="secondary" busy={fetched.isPending} onClick={() => fetched.mutate()}>
      {fetched.isPending ? null : <CalendarPlus aria-hidden="true" />}
      Add to calendar
    </Button>
  );
}
