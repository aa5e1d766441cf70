import type { Booking } from "@api/bookings/booking";
import { useCalendarSoon } from "@components/ui/late-calendar";
import { LatePanel } from "@components/ui/late-panel";
import { type BookingDialog, OpenDialog } from "@features/customer/booking/open-dialog";
import { DATE_FIELDS } from "@features/customer/dates/date-fields";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode } from "@lib/browser/late-code";
import { type ReactNode, useState } from "react";

const datesCode = lateCode(() => import("@features/customer/dates/date-edit-dialog"));
const itemsCode = lateCode(() => import("@features/customer/items/items-dialog"));
const deliveryCode = lateCode(() => import("@features/customer/delivery/delivery-dialog"));
const longerCode = lateCode(() => import("@features/customer/stored/store-longer-dialog"));
const partCode = lateCode(() => import("@features/customer/stored/part-return-dialog"));
const cancelCode = lateCode(() => import("./cancel-dialog"));
const loadDialogs = () =>
  Promise.all(
    [datesCode, itemsCode, deliveryCode, longerCode, partCode, cancelCode].map(({ load }) =>
      load(),
    ),
  );

interface BookingDialogsProps {
  booking: Booking;
  /** the campus day */
  today: string;
  children: ReactNode;
}

/** Lets everything inside open the dialogs of a booking; each opens as the booking is then. */
export function BookingDialogs({ booking, today, children }: BookingDialogsProps) {
  useCalendarSoon();
  useAfterFirstScreen(loadDialogs);
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

  const fail = () => setOpened(0);
  return (
    <OpenDialog value={show}>
      {children}
      {opened === 0 ? null : field ? (
        <LatePanel code={datesCode} onFail={fail}>
          {({ DateEditDialog }) => (
            <DateEditDialog key={opened} {...dialog} field={field} today={today} />
          )}
        </LatePanel>
      ) : shown === "items" ? (
        <LatePanel code={itemsCode} onFail={fail}>
          {({ ItemsDialog }) => <ItemsDialog key={opened} {...dialog} />}
        </LatePanel>
      ) : shown === "delivery" ? (
        <LatePanel code={deliveryCode} onFail={fail}>
          {({ DeliveryDialog }) => <DeliveryDialog key={opened} {...dialog} />}
        </LatePanel>
      ) : shown === "longer" ? (
        <LatePanel code={longerCode} onFail={fail}>
          {({ StoreLongerDialog }) => <StoreLongerDialog key={opened} {...dialog} />}
        </LatePanel>
      ) : shown === "part" ? (
        <LatePanel code={partCode} onFail={fail}>
          {({ PartReturnDialog }) => <PartReturnDialog key={opened} {...dialog} />}
        </LatePanel>
      ) : (
        <LatePanel code={cancelCode} onFail={fail}>
          {({ CancelDialog }) => <CancelDialog key={opened} {...dialog} />}
        </LatePanel>
      )}
    </OpenDialog>
  );
}
