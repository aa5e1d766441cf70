import type { Booking } from "@api/bookings/booking";
import { type BookingItem, itemKeys, itemsOf } from "@api/bookings/items";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemDetails } from "./item-words";

const FEW = 5;

/** The items of the booking with their photos; the whole list is one press away. */
export function ItemsCard({ booking }: { booking: Booking }) {
  const open = useOpenDialog();
  const [all, setAll] = useState(false);
  const items = useQuery({
    queryKey: itemKeys.of(booking.id),
    queryFn: () => itemsOf(booking.id),
    networkMode: "always",
  }).data;
  const shown = all ? items : items?.slice(0, FEW);
  const waiting = ["pending", "confirmed"].includes(booking.status);
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>Your items</CardTitle>
        {waiting ? (
          <Button variant="secondary" size="sm" onClick={() => open("items")}>
            {items?.length ? "Change the list" : "List your items"}
          </Button>
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
            <Item key={item.id} item={item} />
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

function Item({ item }: { item: BookingItem }) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      {item.picture_id ? (
        <Picture id={item.picture_id} load={fileOf} words={`Photo of ${item.description}`} />
      ) : null}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{item.description}</p>
        <p className="tabular text-xs text-muted">{itemDetails(item)}</p>
      </div>
    </li>
  );
}
