import type { Stop } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import { type Heard, Scanner } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { labelCode } from "@lib/labels/label-code";
import { useState } from "react";
import { DoorItemRow } from "./door-item-row";
import { DOOR_KINDS, type DoorItem, isWaiting, itemsAtDoor, takenOf } from "./door-items";
import { useScans } from "./use-scans";

interface DoorDialogProps {
  userId: string;
  stop: Stop;
  onClose: () => void;
}

/** The items of a stop as the van takes them along: each scanned, with a photo where one is due. */
export function DoorDialog({ userId, stop, onClose }: DoorDialogProps) {
  const { items, record } = useDoorItems(userId, stop);
  const [asking, setAsking] = useState<string>();
  const take = (item: DoorItem, more: Partial<ItemEvent> = {}) =>
    record(item, "picked_up", { stop_id: stop.queue_id, ...more });

  function hear(written: string): Heard {
    const code = labelCode(written);
    if (!code) return { tone: "wrong", words: "This is no label of ours. Scan it again." };
    if (asking && asking !== code)
      return { tone: "wrong", words: `First say what ${asking} is on.` };
    const item = items.find(({ label }) => label === code);
    if (!item) {
      setAsking(code);
      return { tone: "done", words: `${code}: what is it on?` };
    }
    if (!isWaiting(item))
      return { tone: "again", words: `Scanned already: ${item.number}, ${item.description}` };
    take(item);
    return { tone: "done", words: `${takenOf(items) + 1} of ${items.length}: ${item.description}` };
  }

  function putOn(item: DoorItem | string) {
    if (!asking) return;
    if (typeof item === "string")
      record({ id: null, label: asking, description: "New item" }, "picked_up", {
        kind_of_item: item,
        stop_id: stop.queue_id,
      });
    else take(item, { label: asking });
    setAsking(undefined);
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="md"
        title={`Items of ${stop.full_name}`}
        description={`${takenOf(items)} of ${items.length} taken along`}
        footer={
          <DialogClose asChild>
            <Button className="max-sm:h-14 max-sm:flex-1">Done</Button>
          </DialogClose>
        }
      >
        <div className="grid gap-4">
          <Scanner what="the label" onCode={hear} />
          {asking ? (
            <WhatIsIt
              label={asking}
              items={items}
              onItem={putOn}
              onCancel={() => setAsking(undefined)}
            />
          ) : null}
          {items.length === 0 ? (
            <p className="text-muted">Nothing is listed. Put a label on each item and scan it.</p>
          ) : (
            <ul aria-label="Items" className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <DoorItemRow
                  key={item.key}
                  item={item}
                  onTake={() => take(item)}
                  onEvent={(kind, more, photo) => record(item, kind, more, photo)}
                />
              ))}
            </ul>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

type Named = Pick<DoorItem, "id" | "label" | "description">;

/** A stop's items with what is not sent, and the way to record what happens to one. */
export function useDoorItems(userId: string, stop: Stop) {
  const scans = useScans(userId);
  const events = scans.unsent.flatMap(({ event }) => (event ? [event] : []));
  const items = itemsAtDoor(stop.items, events, stop.booking_id);
  function record(
    item: Named,
    kind: ItemEvent["kind"],
    more: Partial<ItemEvent> = {},
    photo?: Blob,
  ): void {
    // By its id where the server knows it; else by its label, which adds it to the booking.
    const named = item.id
      ? { item_id: item.id }
      : { label: item.label, booking_id: stop.booking_id };
    scans.record(`${stop.full_name}, ${item.description}`, { kind, ...named, ...more }, photo);
  }
  return { items, record };
}

interface WhatIsItProps {
  label: string;
  items: readonly DoorItem[];
  onItem: (item: DoorItem | string) => void;
  onCancel: () => void;
}

/** A label that is on nothing yet: a listed item without one, or one that nobody listed. */
function WhatIsIt({ label, items, onItem, onCancel }: WhatIsItProps) {
  const bare = items.filter((one) => one.label === null && isWaiting(one));
  return (
    <section
      aria-label={`What is ${label} on?`}
      className="grid gap-3 rounded-2xl border border-line-strong bg-tape-soft p-4"
    >
      <h3 className="flex flex-wrap items-center gap-2 font-sans text-base font-semibold tracking-normal">
        What is <Code>{label}</Code> on?
      </h3>
      {bare.length > 0 ? (
        <div className="grid gap-2">
          <p className="text-sm text-muted">On the list</p>
          {bare.map((one) => (
            <Button
              key={one.key}
              variant="secondary"
              className="h-14 justify-start bg-sheet whitespace-normal"
              onClick={() => onItem(one)}
            >
              <span className="tabular text-muted">{one.number}</span> {one.description}
            </Button>
          ))}
        </div>
      ) : null}
      <p className="text-sm text-muted">{bare.length > 0 ? "Not on the list" : "A new item"}</p>
      <div className="flex flex-wrap gap-2">
        {DOOR_KINDS.map(({ value, label: name }) => (
          <Button
            key={value}
            variant="secondary"
            className="min-h-14 bg-sheet whitespace-normal"
            onClick={() => onItem(value)}
          >
            {name}
          </Button>
        ))}
      </div>
      <Button variant="ghost" className="justify-self-start" onClick={onCancel}>
        Cancel this label
      </Button>
    </section>
  );
}
