import { bookingRuleKeys, bookingRules } from "@api/booking-commands";
import {
  addItem,
  type BookingItem,
  changeItem,
  itemKeys,
  itemsOf,
  removeItem,
  type SaidItem,
} from "@api/booking-items";
import type { Booking } from "@api/bookings";
import { fileOf, uploadFile } from "@api/files";
import { FormAlert } from "@components/form-alert";
import { Picture } from "@components/picture";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import storage from "@facts/storage.json";
import { formatCents } from "@lib/money";
import type { PickedFile } from "@lib/picked-file";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ItemForm } from "./item-form";
import { kindLabel, newItemId, seasonAsked } from "./item-words";
import { Refusal } from "./refusal";
import { SeasonPrice } from "./season-price";
import { useKeptBooking } from "./use-kept-booking";
import { useOnce } from "./use-once";

export interface ItemsDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What will be handed over, with the price of the season at each change. */
export function ItemsDialog({ booking, open, onOpenChange }: ItemsDialogProps) {
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(booking.id),
    queryFn: () => bookingRules(booking.id),
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
        description="What you will hand over. The crew's count at pickup decides; you sign it."
        footer={
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        }
      >
        {rules.data && items.data ? (
          <div className="grid gap-5">
            <FormAlert tone="note">
              <p>{rules.data.items_words}</p>
              {rules.data.values_open && !rules.data.items_open && items.data.length > 0 ? (
                <p>What an item is worth can still be raised, until the pickup.</p>
              ) : null}
            </FormAlert>
            <ItemList
              booking={booking}
              items={items.data}
              changeable={rules.data.items_open}
              raisable={rules.data.values_open}
            />
            <SeasonPrice asked={seasonAsked(booking, items.data)} />
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

/** Which item is written at: a stored one, a new one, or none. */
type Writing = BookingItem | "new" | null;

function ItemList({
  booking,
  items,
  changeable,
  raisable,
}: {
  booking: Booking;
  items: readonly BookingItem[];
  changeable: boolean;
  /** whether the declared values at least may rise */
  raisable: boolean;
}) {
  const queries = useQueryClient();
  const once = useOnce();
  const { readAgain } = useKeptBooking();
  const [writing, setWriting] = useState<Writing>(null);
  // One id for each item that is added, however often its request has to be sent.
  const [nextId, setNextId] = useState(newItemId);
  const adder = useRef<HTMLButtonElement>(null);
  const stored = {
    networkMode: "always" as const,
    onSuccess: (now: BookingItem[]) => queries.setQueryData(itemKeys.of(booking.id), now),
    // The list may have closed in the meantime.
    onError: readAgain,
  };
  const save = useMutation({
    mutationFn: async ({ said, photo }: { said: SaidItem; photo: PickedFile | null }) => {
      if (photo) await uploadFile(photo, "item");
      return writing && writing !== "new"
        ? changeItem(booking.id, writing.id, said)
        : addItem(booking.id, nextId, said);
    },
    ...stored,
  });
  const remove = useMutation({
    mutationFn: (item: BookingItem) => removeItem(booking.id, item.id),
    ...stored,
    onSettled: () => adder.current?.focus(),
  });

  function write(next: Writing) {
    save.reset();
    setWriting(next);
    if (next === null) requestAnimationFrame(() => adder.current?.focus());
  }

  const form = (item?: BookingItem) => (
    <ItemForm
      key={item?.id ?? nextId}
      {...(item ? { item } : {})}
      valueAlone={!changeable}
      busy={save.isPending}
      failure={save.error}
      onSave={(said, photo) =>
        once(async () => {
          await save.mutateAsync({ said, photo });
          setNextId(newItemId());
          write(null);
        })
      }
      onCancel={() => write(null)}
    />
  );

  return (
    <div className="grid gap-4">
      {items.length === 0 ? (
        <p className="text-muted">Nothing is on your list yet.</p>
      ) : (
        <ul aria-label="Your items" className="divide-y divide-line border-y border-line">
          {items.map((item) =>
            writing !== "new" && writing?.id === item.id ? (
              <li key={item.id} className="py-3">
                {form(item)}
              </li>
            ) : (
              <li key={item.id} className="flex items-center gap-3 py-2">
                {item.picture_id ? (
                  <Picture
                    id={item.picture_id}
                    load={fileOf}
                    words={`Photo of ${item.description}`}
                  />
                ) : null}
                <div className="min-w-0 flex-1">
                  <p className="font-semibold wrap-anywhere">{item.description}</p>
                  <p className="tabular text-xs text-muted">{details(item)}</p>
                </div>
                {changeable || raisable ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Change ${item.description}`}
                    onClick={() => write(item)}
                  >
                    <Pencil aria-hidden="true" />
                  </Button>
                ) : null}
                {changeable ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${item.description}`}
                    busy={remove.isPending && remove.variables?.id === item.id}
                    onClick={() => once(() => remove.mutateAsync(item))}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                ) : null}
              </li>
            ),
          )}
        </ul>
      )}
      <Refusal error={remove.error} />
      {changeable ? (
        writing === "new" ? (
          form()
        ) : (
          <Button
            ref={adder}
            variant="secondary"
            className="justify-self-start"
            onClick={() => write("new")}
          >
            Add an item
          </Button>
        )
      ) : null}
    </div>
  );
}

function details(item: BookingItem): string {
  return [
    kindLabel(item.kind),
    item.boxed && item.kind !== "box" ? "boxed" : "",
    item.over_50_lb ? `over ${storage.medium_box.most_lb} lb` : "",
    item.declared_value_cents ? `${formatCents(item.declared_value_cents)} declared` : "",
  ]
    .filter(Boolean)
    .join(" · ");
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
