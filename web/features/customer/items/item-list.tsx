import {
  addItem,
  type BookingItem,
  changeItem,
  itemKeys,
  removeItem,
  type SaidItem,
} from "@api/bookings/items";
import { friendKeys } from "@api/customers/friends";
import { paymentKeys } from "@api/customers/payments";
import { fileOf, uploadFile } from "@api/files";
import { Picture } from "@components/files/picture";
import { Button } from "@components/ui/button";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { newId } from "@lib/browser/new-id";
import type { PickedFile } from "@lib/forms/picked-file";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ItemForm } from "./item-form";
import { itemDetails } from "./item-words";

/** Which item is written at: a stored one, a new one, or none. */
type Writing = BookingItem | "new" | null;

/** One id for each item that may be added at once, however often its request has to be sent. */
interface ItemListProps {
  booking: { id: string };
  items: readonly BookingItem[];
  changeable: boolean;
  /** whether the declared values at least may rise */
  raisable: boolean;
}

/** The items, each to be changed or removed, and the form for further ones. */
export function ItemList({ booking, items, changeable, raisable }: ItemListProps) {
  const queries = useQueryClient();
  const once = useOnce();
  const { readAgain } = useKeptBooking();
  const [writing, setWriting] = useState<Writing>(null);
  const [nextId, setNextId] = useState(newId);
  const [removed, setRemoved] = useState<BookingItem | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const stored = {
    networkMode: "always" as const,
    onSuccess: (now: BookingItem[]) => {
      queries.setQueryData(itemKeys.of(booking.id), now);
      void queries.invalidateQueries({ queryKey: paymentKeys.all });
      void queries.invalidateQueries({ queryKey: friendKeys.all });
    },
    // The list may have closed in the meantime.
    onError: readAgain,
  };
  const save = useMutation({
    mutationFn: async ({ said, photo, count }: Parameters<typeof saved>[0]) => {
      if (photo) await uploadFile(photo, "item");
      if (writing && writing !== "new") return changeItem(booking.id, writing.id, said);
      return addItem(booking.id, nextId, said, count);
    },
    ...stored,
  });
  const restore = useMutation({
    mutationFn: (item: BookingItem) => addItem(booking.id, newId(), saidOf(item)),
    ...stored,
    onSuccess: (now) => {
      stored.onSuccess(now);
      setRemoved(null);
    },
  });
  const remove = useMutation({
    mutationFn: (item: BookingItem) => removeItem(booking.id, item.id),
    ...stored,
    onSuccess: (now, item) => {
      stored.onSuccess(now);
      setRemoved(item);
    },
    onSettled: () => adder.current?.focus(),
  });

  async function saved(sent: { said: SaidItem; photo: PickedFile | null; count: number }) {
    await save.mutateAsync(sent);
    setNextId(newId());
    write(null);
  }

  function write(next: Writing) {
    save.reset();
    setWriting(next);
  }

  const wrote = useRef<Writing>(null);
  useEffect(() => {
    if (wrote.current !== null && writing === null) adder.current?.focus();
    wrote.current = writing;
  }, [writing]);

  const form = (item?: BookingItem) => (
    <ItemForm
      key={item?.id ?? nextId}
      {...(item ? { item } : {})}
      valueAlone={!changeable}
      busy={save.isPending}
      failure={save.error}
      onSave={(said, photo, count) => once(() => saved({ said, photo, count }))}
      onCancel={() => write(null)}
    />
  );

  return (
    <div className="grid gap-4">
      {items.length === 0 ? (
        <p className="text-muted">Your list is empty.</p>
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
                  <p className="tabular text-xs text-muted">{itemDetails(item)}</p>
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
      {removed ? (
        <p role="status" className="flex flex-wrap items-center gap-x-3">
          {removed.description} removed.
          <Button
            variant="link"
            busy={restore.isPending}
            onClick={() => once(() => restore.mutateAsync(removed))}
          >
            Undo
          </Button>
        </p>
      ) : null}
      <Refusal error={remove.error ?? restore.error} />
      {changeable ? (
        writing === "new" ? (
          form()
        ) : (
          <Button ref={adder} className="justify-self-start" onClick={() => write("new")}>
            <Plus aria-hidden="true" />
            Add an item
          </Button>
        )
      ) : null}
    </div>
  );
}

function saidOf({ kind, description, boxed, heavy, ...item }: BookingItem): SaidItem {
  const { declared_value_cents, picture_id } = item;
  return { kind, description, boxed, over_50_lb: heavy, declared_value_cents, picture_id };
}
