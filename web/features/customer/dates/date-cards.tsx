import type { Booking } from "@api/bookings/booking";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { whyFixed } from "@features/customer/booking/booking-state";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { DeliveryQuote } from "@features/customer/delivery/delivery-quote";
import { PickupRequest } from "@features/customer/pickup/pickup-request";
import { Lock, PackageOpen, Pencil, Truck, Warehouse } from "lucide-react";
import { DATE_FIELDS, type DateFieldName, dateWords } from "./date-fields";

const ICONS: Record<DateFieldName, typeof Truck> = {
  supply_kit_delivery_date: PackageOpen,
  pickup_date: Truck,
  return_delivery_date: Warehouse,
};

/** The three dates, each with a button to change it while that is still possible. */
export function DateCards({ booking }: { booking: Booking }) {
  const open = useOpenDialog();
  const fixed = whyFixed(booking.status);

  return (
    <section aria-labelledby="dates-title" className="grid gap-4">
      <h2 id="dates-title" className="text-xl">
        Your dates
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {DATE_FIELDS.map((field) => {
          const Icon = ICONS[field.name];
          return (
            <Card
              key={field.name}
              className="flex items-start gap-4 max-[22rem]:flex-col max-[22rem]:gap-3 md:flex-col md:justify-between"
            >
              <div className="grid min-w-0 flex-1 content-start gap-1">
                <h3 className="flex items-center gap-2 font-sans text-sm font-semibold tracking-normal">
                  <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
                  {field.title}
                </h3>
                <p
                  className={`tabular text-lg leading-snug ${booking[field.name] ? "font-semibold" : "text-muted"}`}
                >
                  {dateWords(field, booking)}
                </p>
                {field.name === "pickup_date" && booking.pickup_time ? (
                  <p className="tabular text-muted">{booking.pickup_time}</p>
                ) : null}
                {field.name === "return_delivery_date" && booking.return_delivery_time ? (
                  <p className="tabular text-muted">{booking.return_delivery_time}</p>
                ) : null}
                {field.name === "return_delivery_date" ? <DeliveryQuote booking={booking} /> : null}
                {field.name === "pickup_date" && !fixed ? (
                  <PickupRequest booking={booking} />
                ) : null}
              </div>
              {fixed ? null : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Edit ${field.title}`}
                  onClick={() => open(field.name)}
                >
                  <Pencil aria-hidden="true" />
                  Edit
                </Button>
              )}
            </Card>
          );
        })}
      </div>
      {fixed ? (
        <p className="flex items-start gap-2 text-muted">
          <Lock aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          {fixed}
        </p>
      ) : null}
    </section>
  );
}
