import { bookingRuleKeys, itemRules } from "@api/bookings/commands";
import { itemKeys, itemsOf } from "@api/bookings/items";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import storage from "@facts/storage.json";
import { Refusal } from "@features/customer/booking/refusal";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { ItemList } from "./item-list";
import { SeasonPrice } from "./season-price";

export interface ItemsDialogProps {
  booking: { id: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** what it comes to; the price of the booking's season unless given */
  price?: ReactNode;
}

/** What will be handed over, with the price at each change. */
export function ItemsDialog({ booking, open, onOpenChange, price }: ItemsDialogProps) {
  const rules = useQuery({
    queryKey: bookingRuleKeys.items(booking.id),
    queryFn: () => itemRules(booking.id),
    enabled: open,
    networkMode: "always",
  });
  const items = useQuery({
    queryKey: itemKeys.of(booking.id),
    queryFn: () => itemsOf(booking.id),
    enabled: open,
    networkMode: "always",
  });
  const failed = rules.error ?? items.error;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add Items"
        description="List what you will hand over. Our crew counts at pickup, you sign, and that count decides the price."
        footer={
          <DialogClose asChild>
            <Button variant="secondary">Done</Button>
          </DialogClose>
        }
      >
        {rules.data && items.data ? (
          <div className="grid gap-5">
            <FormAlert tone="note">
              <p>{rules.data.items_words}</p>
              {rules.data.values_open && !rules.data.items_open && items.data.length > 0 ? (
                <p>You can still raise the declared value of an item until the pickup.</p>
              ) : null}
            </FormAlert>
            <ItemList
              booking={booking}
              items={items.data}
              changeable={rules.data.items_open}
              raisable={rules.data.values_open}
            />
            {price ?? <SeasonPrice bookingId={booking.id} />}
            {rules.data.items_open ? <NotStored /> : null}
          </div>
        ) : failed ? (
          <Refusal error={failed} />
        ) : (
          <Skeleton className="h-48" />
        )}
      </DialogContent>
    </Dialog>
  );
}

function NotStored() {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden">
        What we cannot store
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="grid gap-2 pb-2">
        {storage.refused.map(({ id, name, reason }) => (
          <li key={id}>
            <span className="font-semibold">{name}.</span>{" "}
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
