import type { StopCard, StopFriend, StopItem } from "@api/commands.types";
import { Scanner } from "@components/scanner/scanner";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { type NewItemEvent, recordItems, takeBackItems } from "@features/crew/offline/record-items";
import { isOpen, itemsAt, named, scanEvents } from "@features/crew/runs/run-words";
import { byPerson, describeItem } from "@features/warehouse/items/by-person";
import { kindName, type LabelTarget, type ScannedItem } from "@features/warehouse/items/door-scan";
import { MissingDialog } from "@features/warehouse/items/missing-dialog";
import { NewItemOwner } from "@features/warehouse/items/new-item-owner";
import { NextLabel } from "@features/warehouse/items/next-label";
import { PersonHeading } from "@features/warehouse/items/person-heading";
import { useDoorScan } from "@features/warehouse/items/use-door-scan";
import { picked, UnreadableFile } from "@lib/forms/picked-file";
import type { Sender } from "@lib/offline/lane";
import { toast } from "@lib/toast";
import { Camera, Check, PackageX, ScanLine, Undo2 } from "lucide-react";
import { useRef, useState } from "react";

interface StopItemsProps {
  sender: Sender;
  stop: StopCard;
  /** whose the labels of the day's other stops are */
  others: ReadonlyMap<string, string>;
}

/** The items of a stop: each is scanned or ticked at the door. */
export function StopItems({ sender, stop, others }: StopItemsProps) {
  const [scanning, setScanning] = useState(false);
  const [lost, setLost] = useState<StopItem>();
  const [owner, setOwner] = useState("");
  const items = itemsAt(stop).map((item) => ({
    ...item,
    description: item.description || kindName(item.kind),
  }));
  const friends = stop.friends ?? [];
  const scanned = items.map((item) => ({ ...item, ...asScanned(item, friends) }));
  const done = items.filter(isDone).length;
  const out = stop.kind === "return";
  const { choice, setChoice, hear } = useDoorScan({
    items: scanned,
    others,
    binds: !out && stop.booking_id !== null,
    onItem: (item) => take(item, item.label_code ?? undefined),
    onLabel: putOn,
  });

  const aboutOf = (item: StopItem) => `${stop.full_name}, ${item.description}`;

  function take(item: StopItem, label?: string) {
    recordItems(sender, aboutOf(item), scanEvents(stop, item, label));
  }

  function putOn(label: string, target: LabelTarget<StopItem>) {
    if ("item" in target && !isDone(target.item)) return take(target.item, label);
    // What was ticked before its label was there is taken along already.
    const event: NewItemEvent =
      "item" in target
        ? { kind: "bound", item_id: target.item.id }
        : {
            kind: "picked_up",
            booking_id: stop.booking_id,
            kind_of_item: target.kind,
            new_item: true,
            ...(owner ? { member_id: owner } : {}),
          };
    recordItems(sender, `${stop.full_name}, ${label}`, [{ ...event, label, stop_id: stop.id }]);
  }

  async function damaged(item: StopItem, file: File) {
    try {
      const { body } = await picked(file, false);
      const event = { kind: "damaged", ...named(stop, item), stop_id: stop.id } as const;
      recordItems(sender, aboutOf(item), [event], body);
    } catch (error) {
      toast.error("The photo could not be read", {
        description: error instanceof UnreadableFile ? error.message : "Please take it again.",
      });
    }
  }

  function missing(item: StopItem, reason: string) {
    const event = {
      kind: "missing",
      ...named(stop, item),
      stop_id: stop.id,
      note: reason,
    } as const;
    recordItems(sender, aboutOf(item), [event]);
  }

  return (
    <section aria-label="Items" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="tabular text-base font-semibold" aria-live="polite">
          {items.length === 0
            ? "No items listed"
            : `${done} of ${items.length} ${out ? "scanned out" : "scanned"}`}
        </h3>
        {isOpen(stop) ? (
          <Button
            variant="secondary"
            aria-pressed={scanning}
            className="max-sm:h-14"
            onClick={() => setScanning(!scanning)}
          >
            <ScanLine aria-hidden="true" />
            {scanning ? "Stop scanning" : "Scan"}
          </Button>
        ) : null}
      </div>
      {scanning ? <Scanner what="the label" onCode={hear} /> : null}
      {scanning && !out ? <NextLabel items={scanned} choice={choice} onChoice={setChoice} /> : null}
      {scanning && !out ? (
        <NewItemOwner
          customer={stop.full_name}
          friends={friends}
          owner={owner}
          onOwner={setOwner}
        />
      ) : null}
      {byPerson(items, friends).map(({ friend, items: own }) => (
        <div key={friend?.id ?? "customer"} className="rounded-2xl border border-line">
          {friends.length > 0 ? (
            <PersonHeading friend={friend} customer={stop.full_name} items={own.length} />
          ) : null}
          <ul className="divide-y divide-line">
            {own.map((item) => (
              <li
                key={item.id}
                className="flex flex-wrap items-center justify-end gap-x-3 px-3 py-2"
              >
                <div className="grid min-w-28 flex-1 gap-0.5">
                  <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                    {item.number}. {item.description}
                    {item.heavy ? <Badge tone="brick">Heavy</Badge> : null}
                    {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
                  </p>
                  <p className="tabular text-sm text-muted">{item.label_code ?? "No label"}</p>
                </div>
                <div className="flex shrink-0 items-center gap-1">
                  {isOpen(stop) && !item.damaged ? (
                    <DamagePhoto item={item} onPhoto={(file) => void damaged(item, file)} />
                  ) : null}
                  {isDone(item) ? (
                    <>
                      <Badge tone="solid">
                        <Check aria-hidden="true" className="size-4" />
                        {out ? "Out" : "Scanned"}
                      </Badge>
                      {item.scan_id && isOpen(stop) ? (
                        <RemoveScan
                          item={item}
                          onRemove={(scan) =>
                            void takeBackItems(sender, aboutOf(item), scan, stop.id)
                          }
                        />
                      ) : null}
                    </>
                  ) : item.state === "missing" || item.state === "refused" ? (
                    <Badge tone="brick">{item.state === "missing" ? "Missing" : "Not taken"}</Badge>
                  ) : isOpen(stop) ? (
                    <>
                      {out ? (
                        <Button
                          variant="ghost"
                          size="icon"
                          className="size-14"
                          aria-label={`Item ${item.number} is missing`}
                          onClick={() => setLost(item)}
                        >
                          <PackageX aria-hidden="true" />
                        </Button>
                      ) : null}
                      <Button
                        variant="secondary"
                        size="icon"
                        className="size-14"
                        aria-label={`Item ${item.number}: ${out ? "handed over" : "taken along"}`}
                        onClick={() => take(item)}
                      >
                        <Check aria-hidden="true" />
                      </Button>
                    </>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {lost ? (
        <MissingDialog
          item={`${lost.number}, ${lost.description}`}
          customer={stop.full_name}
          onMissing={(reason) => missing(lost, reason)}
          onClose={() => setLost(undefined)}
        />
      ) : null}
    </section>
  );
}

interface RemoveScanProps {
  item: StopItem;
  onRemove: (scan: string) => void;
}

/** A scan that was wrong is taken back. */
function RemoveScan({ item, onRemove }: RemoveScanProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="size-14"
      aria-label={`Take back the scan of item ${item.number}`}
      onClick={() => item.scan_id && onRemove(item.scan_id)}
    >
      <Undo2 aria-hidden="true" />
    </Button>
  );
}

/** Says with a photo that an item is damaged, before or after it changed hands. */
function DamagePhoto({ item, onPhoto }: { item: StopItem; onPhoto: (file: File) => void }) {
  const camera = useRef<HTMLInputElement>(null);
  const words = `Item ${item.number} is damaged: take a photo`;
  return (
    <>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={`Photo of the damage of item ${item.number}`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) onPhoto(file);
        }}
      />
      <Button
        variant="ghost"
        size="icon"
        className="size-14"
        aria-label={words}
        title={words}
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden="true" />
      </Button>
    </>
  );
}

function asScanned(item: StopItem, friends: readonly StopFriend[]): ScannedItem {
  const { id, number, label_code } = item;
  const description = describeItem(item, friends);
  return { key: id, number, description, label: label_code, done: isDone(item) };
}

function isDone({ scanned, state }: StopItem): boolean {
  return scanned || state === "delivered";
}
