import type { Stop } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import { Scanner } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { useState } from "react";
import { describeItem } from "./by-person";
import { DoorItemRow } from "./door-item-row";
import { type DoorItem, isWaiting, itemsAtDoor, labelsOf, takenOf } from "./door-items";
import { type LabelTarget, labelOwners } from "./door-scan";
import { NewItemOwner } from "./new-item-owner";
import { NextLabel } from "./next-label";
import { useDoorScan } from "./use-door-scan";
import { useScans } from "./use-scans";

/** What was scanned on this page, by label: until a reload a scan can be taken back here. */
const scansOfPage = new Map<string, string>();

interface DoorDialogProps {
  userId: string;
  stop: Stop;
  /** the day's stops, whose labels are not this one's */
  stops: readonly Stop[];
  onClose: () => void;
}

/** The items of a stop as the van takes them along: each scanned, with a photo where one is due. */
export function DoorDialog({ userId, stop, stops, onClose }: DoorDialogProps) {
  const { items, unsent, record, takeBack } = useDoorItems(userId, stop);
  const [owner, setOwner] = useState("");
  function take(item: Named, more: Partial<ItemEvent> = {}) {
    const id = record(item, "picked_up", { stop_id: stop.queue_id, ...more });
    const label = more.label ?? item.label;
    if (label) scansOfPage.set(label, id);
  }
  const scanned = items.map((item) => ({ ...item, done: !isWaiting(item) }));
  const { choice, setChoice, hear } = useDoorScan({
    items: scanned,
    others: labelOwners(
      labelsOf(
        stops.filter((one) => one !== stop),
        unsent,
      ),
    ),
    binds: true,
    onItem: (item) => take(item),
    onLabel: putOn,
  });

  /** A scan of this page that was wrong is taken back. */
  function takeBackOf({ label, description }: DoorItem): (() => void) | null {
    const scan = label && scansOfPage.get(label);
    if (!scan) return null;
    return () => {
      scansOfPage.delete(label);
      void takeBack(`${stop.full_name}, ${description}`, scan);
    };
  }

  function putOn(label: string, target: LabelTarget<DoorItem>) {
    if ("kind" in target)
      return take(
        { id: null, label, description: "New item" },
        { kind_of_item: target.kind, new_item: true, ...(owner ? { member_id: owner } : {}) },
      );
    if (isWaiting(target.item)) return take(target.item, { label });
    // What was taken along before its label was there only gets the label.
    record(target.item, "bound", { stop_id: stop.queue_id, label });
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
          <NextLabel items={scanned} choice={choice} onChoice={setChoice} />
          <NewItemOwner
            customer={stop.full_name}
            friends={stop.friends}
            owner={owner}
            onOwner={setOwner}
          />
          {items.length === 0 ? (
            <p className="text-muted">Nothing is listed. Put a label on each item and scan it.</p>
          ) : (
            <ul aria-label="Items" className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <DoorItemRow
                  key={item.key}
                  item={item}
                  onTake={() => take(item)}
                  onTakeBack={takeBackOf(item)}
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
  const items = itemsAtDoor(stop.items, scans.unsent, stop.booking_id).map((item) => ({
    ...item,
    description: describeItem(item, stop.friends),
  }));
  function record(
    item: Named,
    kind: ItemEvent["kind"],
    more: Partial<ItemEvent> = {},
    photo?: Blob,
  ): string {
    // By its id where the server knows it; else by its label, which adds it to the booking.
    const named = item.id
      ? { item_id: item.id }
      : { label: item.label, booking_id: stop.booking_id };
    return scans.record(
      `${stop.full_name}, ${item.description}`,
      { kind, ...named, ...more },
      photo,
    );
  }
  return { items, unsent: scans.unsent, record, takeBack: scans.takeBack };
}
