import type { StopFriend } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import type { StopKind } from "@api/pickups/runs";
import { Scanner } from "@components/scanner/scanner";
import { type NewItemEvent, recordItems, takeBackItems } from "@features/crew/offline/record-items";
import type { Sender } from "@lib/offline/lane";
import { useState } from "react";
import { byPerson, describeItem } from "./by-person";
import { DoorItemRow } from "./door-item-row";
import type { LabelTarget } from "./door-scan";
import { type DrawnItem, isDone, named } from "./drawn-items";
import { kindName } from "./item-kinds";
import { MissingDialog } from "./missing-dialog";
import { NewItemOwner } from "./new-item-owner";
import { NextLabel } from "./next-label";
import { PersonHeading } from "./person-heading";
import { scanEvents } from "./scan-events";
import { useDoorScan } from "./use-door-scan";

/** A stop whose items are handled at its door. */
export interface DoorStop {
  /** null once it left its queue */
  id: string | null;
  booking_id: string | null;
  full_name: string;
  kind: StopKind;
  /** it is still to be worked */
  open: boolean;
  friends: readonly StopFriend[];
  /** drawn with what is not sent */
  items: readonly DrawnItem[];
}

interface StopItemListProps {
  sender: Sender;
  stop: DoorStop;
  /** whose the labels of the day's other stops are */
  others: ReadonlyMap<string, string>;
  scanning: boolean;
}

/** The items of a stop: each is scanned or ticked at the door, in Pickups and in Runs. */
export function StopItemList({ sender, stop, others, scanning }: StopItemListProps) {
  const [lost, setLost] = useState<DrawnItem>();
  const [owner, setOwner] = useState("");
  const { friends, full_name } = stop;
  const items = stop.items.map((item) => ({
    ...item,
    description: item.description || kindName(item.kind),
  }));
  const scanned = items.map((item) => ({
    ...item,
    key: item.id,
    label: item.label_code,
    description: describeItem(item, friends),
    done: isDone(stop.kind, item),
  }));
  const out = stop.kind === "return";
  const { choice, setChoice, hear } = useDoorScan({
    items: scanned,
    others,
    binds: !out && stop.booking_id !== null,
    onItem: (item) => take(item, item.label_code ?? undefined),
    onLabel: putOn,
  });

  const aboutOf = ({ description }: DrawnItem) => `${full_name}, ${description}`;

  function record(item: DrawnItem, kind: ItemEvent["kind"], more: object = {}, photo?: Blob) {
    const event = { kind, ...named(stop, item), stop_id: stop.id, ...more };
    recordItems(sender, aboutOf(item), [event], photo);
  }

  function take(item: DrawnItem, label?: string) {
    recordItems(sender, aboutOf(item), scanEvents(stop, item, label));
  }

  function putOn(label: string, target: LabelTarget<DrawnItem>) {
    if ("item" in target) {
      if (!isDone(stop.kind, target.item)) return take(target.item, label);
      // What was ticked before its label was there is taken along already.
      return record(target.item, "bound", { label });
    }
    const event: NewItemEvent = {
      kind: "picked_up",
      booking_id: stop.booking_id,
      kind_of_item: target.kind,
      new_item: true,
      label,
      stop_id: stop.id,
      ...(owner ? { member_id: owner } : {}),
    };
    recordItems(sender, `${full_name}, ${label}`, [event]);
  }

  return (
    <>
      {scanning ? <Scanner what="the label" onCode={hear} /> : null}
      {scanning && !out ? <NextLabel items={scanned} choice={choice} onChoice={setChoice} /> : null}
      {scanning && !out ? (
        <NewItemOwner customer={full_name} friends={friends} owner={owner} onOwner={setOwner} />
      ) : null}
      {byPerson(items, friends).map(({ friend, items: own }) => (
        <div key={friend?.id ?? "customer"} className="rounded-2xl border border-line">
          {friends.length > 0 ? (
            <PersonHeading friend={friend} customer={full_name} items={own.length} />
          ) : null}
          <ul
            aria-label={friend ? `Items of ${friend.name}` : "Items"}
            className="divide-y divide-line"
          >
            {own.map((item) => (
              <DoorItemRow
                key={item.id}
                item={item}
                out={out}
                open={stop.open}
                onTake={() => take(item)}
                onTakeBack={(scan) =>
                  void takeBackItems(sender, aboutOf(item), scan, stop.id ?? undefined)
                }
                onMissing={() => setLost(item)}
                onEvent={(kind, more, photo) => record(item, kind, more, photo)}
              />
            ))}
          </ul>
        </div>
      ))}
      {lost ? (
        <MissingDialog
          item={`${lost.number}, ${lost.description}`}
          customer={full_name}
          onMissing={(note) => record(lost, "missing", { note })}
          onClose={() => setLost(undefined)}
        />
      ) : null}
    </>
  );
}
