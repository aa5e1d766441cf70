import type { StopCard } from "@api/commands.types";
import { ScanToggle } from "@components/scanner/scan-toggle";
import { isOpen, itemsAt } from "@features/crew/runs/run-words";
import { countDone } from "@features/warehouse/items/drawn-items";
import { StopItemList } from "@features/warehouse/items/stop-item-list";
import type { Sender } from "@lib/offline/lane";
import { useState } from "react";

interface StopItemsProps {
  sender: Sender;
  stop: StopCard;
  /** whose the labels of the day's other stops are */
  others: ReadonlyMap<string, string>;
}

/** The items of a stop in its sheet, and how many of them are scanned. */
export function StopItems({ sender, stop, others }: StopItemsProps) {
  const [scanning, setScanning] = useState(false);
  const items = itemsAt(stop);
  const done = countDone(stop.kind, items);
  const open = isOpen(stop);
  return (
    <section aria-label="Items" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="tabular text-base font-semibold" aria-live="polite">
          {items.length === 0
            ? "No items listed"
            : `${done} of ${items.length} ${stop.kind === "return" ? "scanned out" : "scanned"}`}
        </h3>
        {open ? <ScanToggle scanning={scanning} onScanning={setScanning} /> : null}
      </div>
      <StopItemList
        sender={sender}
        stop={{ ...stop, open, items }}
        others={others}
        scanning={scanning}
      />
    </section>
  );
}
