import type { Booking } from "@api/bookings/booking";
import type { BookingStatus } from "@api/database.types";
import { BookNow } from "@components/site/book-now";
import { Button } from "@components/ui/button";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { keepClear } from "@lib/browser/screen-foot";
import { Boxes, CalendarPlus, CircleX, PackageOpen, Truck } from "lucide-react";

const ACTIONS = [
  { id: "items", label: "Add Items", Icon: Boxes },
  { id: "delivery", label: "Book Delivery", Icon: Truck },
  { id: "part", label: "Get Items Back", Icon: PackageOpen },
  { id: "longer", label: "Store Longer", Icon: CalendarPlus },
  { id: "cancel", label: "Cancel", Icon: CircleX },
] as const;

const ENDED: readonly BookingStatus[] = ["delivered", "completed", "cancelled"];

/** Add Items, Book Delivery, Cancel: a bar within the thumb's reach, a row on wider screens. */
export function BookingActions({ booking }: { booking: Booking }) {
  const open = useOpenDialog();
  if (ENDED.includes(booking.status))
    return (
      <section aria-label="This booking" className="flex flex-wrap gap-3">
        <BookNow variant="secondary" start={{ again: true }}>
          Book again as last time
        </BookNow>
      </section>
    );
  // Once we have the items, neither the list nor the pickup can be changed.
  const stored = booking.status === "picked_up";
  const actions = ACTIONS.filter(
    ({ id }) => id === "delivery" || (id === "longer" || id === "part") === stored,
  );
  return (
    <>
      <section aria-label="This booking" className="hidden flex-wrap gap-3 md:flex">
        {actions.map(({ id, label, Icon }) => (
          <Button key={id} variant="secondary" onClick={() => open(id)}>
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ))}
      </section>
      <nav
        ref={keepClear}
        aria-label="This booking"
        className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {actions.map(({ id, label, Icon }) => (
          <button
            key={id}
            type="button"
            onClick={() => open(id)}
            className="grid min-h-16 place-content-center justify-items-center gap-1 text-xs font-semibold active:bg-pine-soft"
          >
            <Icon aria-hidden="true" className="size-5.5" />
            {label}
          </button>
        ))}
      </nav>
    </>
  );
}
