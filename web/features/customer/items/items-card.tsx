import type { Booking } from "@api/bookings/booking";
import { itemKeys, itemsOf } from "@api/bookings/items";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { useOwnStatement } from "@features/customer/booking/own-statement";
import { useLiveLines } from "@lib/site/live-lines";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ItemRow } from "./item-row";
import { wasNotPickedUp } from "./item-words";
import { PrintLabels } from "./print-labels";

const FEW = 5;
/** While something may happen to its items. */
const FOLLOWED = ["pending", "confirmed", "in_queue", "picked_up"];

/** The items of the booking with their photos; the whole list is one press away. */
export function ItemsCard({ booking, userId }: { booking: Booking; userId: string }) {
  const open = useOpenDialog();
  const plan = useOwnStatement(userId).data?.plan;
  const counted = plan?.counted ? plan.items : null;
  return <OwnItems booking={booking} counted={counted} onList={() => open("items")} />;
}

interface OwnItemsProps {
  booking: { id: string; status: string; campus_id: number };
  /** how many the crew counted, if they are all the reader's */
  counted: number | null;
  onList: () => void;
}

/** The reader's own items of a booking, each with its state, and their labels. */
export function OwnItems({ booking, counted, onList }: OwnItemsProps) {
  const queries = useQueryClient();
  const [all, setAll] = useState(false);
  const again = () => void queries.invalidateQueries({ queryKey: itemKeys.of(booking.id) });
  // Told whenever the crew or the warehouse scans something of this campus.
  useLiveLines(FOLLOWED.includes(booking.status) ? booking.campus_id : undefined, again);
  const items = useQuery({
    queryKey: itemKeys.of(booking.id),
    queryFn: () => itemsOf(booking.id),
    networkMode: "always",
  }).data;
  const wasPickedUp = ["picked_up", "delivered", "completed"].includes(booking.status);
  const shown = all ? items : items?.slice(0, FEW);
  const waiting = ["pending", "confirmed"].includes(booking.status);
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>Your items</CardTitle>
        {waiting ? (
          <div className="flex flex-wrap gap-2">
            {items?.length ? <PrintLabels bookingId={booking.id} onPrinted={again} /> : null}
            <Button variant="secondary" size="sm" onClick={onList}>
              {items?.length ? "Change the list" : "List your items"}
            </Button>
          </div>
        ) : null}
      </div>
      {items?.length === 0 ? (
        <p className="text-muted">
          {waiting
            ? "List what you will hand over, and you see what the summer costs."
            : "There is no list for this booking."}
        </p>
      ) : null}
      {shown?.length ? (
        <ul aria-label="Items of this booking" className="divide-y divide-line">
          {shown.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              count={items?.length ?? 0}
              notPickedUp={wasPickedUp && wasNotPickedUp(item, items ?? [], counted)}
            />
          ))}
        </ul>
      ) : null}
      {items && items.length > FEW ? (
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer" : `Show all ${items.length} items`}
        </Button>
      ) : null}
    </Card>
  );
}
