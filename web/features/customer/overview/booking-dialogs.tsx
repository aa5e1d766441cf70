import type { Booking } from "@api/bookings/booking";
import { useCalendarSoon } from "@components/ui/late-calendar";
import { type BookingDialog, OpenDialog } from "@features/customer/booking/open-dialog";
import { DateEditDialog } from "@features/customer/dates/date-edit-dialog";
import { DATE_FIELDS } from "@features/customer/dates/date-fields";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { CancelDialog } from "./cancel-dialog";

const loadDelivery = async () => ({
  default: (await import("@features/customer/delivery/delivery-dialog")).DeliveryDialog,
});
const DeliveryDialog = lazy(loadDelivery);
const loadItems = async () => ({
  default: (await import("@features/customer/items/items-dialog")).ItemsDialog,
});
const ItemsDialog = lazy(loadItems);

interface BookingDialogsProps {
  booking: Booking;
  /** the campus day */
  today: string;
  children: ReactNode;
}

/** Lets everything inside open the dialogs of a booking; each opens as the booking is then. */
export function BookingDialogs({ booking, today, children }: BookingDialogsProps) {
  useCalendarSoon();
  useEffect(() => {
    // Whoever opens it asks again, and is told.
    Promise.all([loadDelivery(), loadItems()]).catch(() => {});
  }, []);
  const [shown, setShown] = useState<BookingDialog>("items");
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);
  const field = DATE_FIELDS.find(({ name }) => name === shown);
  const dialog = { booking, open, onOpenChange: setOpen };

  function show(next: BookingDialog) {
    setShown(next);
    setOpened(opened + 1);
    setOpen(true);
  }

  return (
    <OpenDialog value={show}>
      {children}
      {opened === 0 ? null : field ? (
        <DateEditDialog key={opened} {...dialog} field={field} today={today} />
      ) : shown === "items" ? (
        <Suspense fallback={null}>
          <ItemsDialog key={opened} {...dialog} />
        </Suspense>
      ) : shown === "delivery" ? (
        <Suspense fallback={null}>
          <DeliveryDialog key={opened} {...dialog} />
        </Suspense>
      ) : (
        <CancelDialog key={opened} {...dialog} />
      )}
    </OpenDialog>
  );
}
