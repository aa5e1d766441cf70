import type { ScanResult } from "@components/scanner/scanner";
import { useState } from "react";
import { type LabelTarget, readDoorScan, type ScannedItem, targetOf } from "./door-scan";
import { kindName } from "./item-kinds";

interface DoorScanProps<Item> {
  items: readonly Item[];
  /** whose the labels of the day's other stops are */
  others: ReadonlyMap<string, string>;
  /** Labels are put on items here; not where items go out. */
  binds: boolean;
  onItem: (item: Item) => void;
  onLabel: (label: string, target: LabelTarget<Item>) => void;
}

/** What a scan at a door comes to, in the same words in Pickups and Runs. */
export function useDoorScan<Item extends ScannedItem>(props: DoorScanProps<Item>) {
  const { items, others, binds, onItem, onLabel } = props;
  const [choice, setChoice] = useState("");

  function hear(written: string): ScanResult {
    const scan = readDoorScan(written, items, others);
    if (scan.what === "refused") return scan.heard;
    const taken = items.filter(({ done }) => done).length;
    if (scan.what === "item") {
      onItem(scan.item);
      const { number, description } = scan.item;
      return {
        tone: "done",
        words: `${taken + 1} of ${items.length}: ${number}, ${description}`,
      };
    }
    const { label } = scan;
    if (!binds) return { tone: "wrong", words: `${label} is not an item of this stop.` };
    const target = targetOf(items, choice);
    if (!target)
      return {
        tone: "wrong",
        words: "No listed item is left without a label. Choose a new item first.",
      };
    onLabel(label, target);
    // A new item stays chosen: what is not listed often comes in numbers.
    if ("kind" in target)
      return { tone: "done", words: `${label}: new item, ${kindName(target.kind)}` };
    setChoice("");
    return { tone: "done", words: `${label}: ${target.item.number}, ${target.item.description}` };
  }

  return { choice, setChoice, hear };
}
