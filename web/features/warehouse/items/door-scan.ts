import { NO_LABEL } from "@components/scanner/no-label";
import type { ScanResult } from "@components/scanner/scanner";
import { labelCode } from "@lib/labels/label-code";
import { DOOR_KINDS } from "./item-kinds";

/** An item at a door as a scan compares it. */
export interface ScannedItem {
  /** its id, or its label while the server does not know it */
  key: string;
  number: number;
  description: string;
  label: string | null;
  /** taken along or handed over already */
  done: boolean;
}

/** Where the next free label goes: on a listed item, or on a new one of a kind. */
export type LabelTarget<Item> = { item: Item } | { kind: string };

/** What a scanned code is at this door. */
export type DoorScan<Item> =
  | { what: "refused"; heard: ScanResult }
  | { what: "item"; item: Item }
  | { what: "free"; label: string };

const NEW = "new:";

/**
 * Reads a code at a door: a label of ours, of this stop, not scanned before, and of no other stop of
 * the day (rule: scans-at-the-door). `others`: whose the labels of the day's other stops are.
 */
export function readDoorScan<Item extends ScannedItem>(
  written: string,
  items: readonly Item[],
  others: ReadonlyMap<string, string>,
): DoorScan<Item> {
  const refused = (tone: ScanResult["tone"], words: string) =>
    ({ what: "refused", heard: { tone, words } }) as const;
  const code = labelCode(written);
  if (!code) return { what: "refused", heard: NO_LABEL };
  const item = items.find(({ label }) => label === code);
  if (item?.done) return refused("again", `Scanned already: ${item.number}, ${item.description}`);
  if (item) return { what: "item", item };
  const owner = others.get(code);
  if (owner) return refused("wrong", `${code} is on an item of ${owner}.`);
  return { what: "free", label: code };
}

/** Listed items that a free label can go on, those that wait first. */
function unlabelled<Item extends ScannedItem>(items: readonly Item[]): Item[] {
  const free = items.filter(({ label }) => label === null);
  return [...free.filter(({ done }) => !done), ...free.filter(({ done }) => done)];
}

/** The choices of where the next free label goes; the first is taken by itself. */
export function targetOptions(items: readonly ScannedItem[]): { value: string; label: string }[] {
  return [
    ...unlabelled(items).map(({ key, number, description }) => ({
      value: key,
      label: `${number}. ${description}`,
    })),
    ...DOOR_KINDS.map(({ value, label }) => ({ value: NEW + value, label: `New item: ${label}` })),
  ];
}

/** The chosen target; else the next listed item without a label; a new item only when chosen. */
export function targetOf<Item extends ScannedItem>(
  items: readonly Item[],
  choice: string,
): LabelTarget<Item> | null {
  if (choice.startsWith(NEW)) return { kind: choice.slice(NEW.length) };
  const free = unlabelled(items);
  const item = free.find(({ key }) => key === choice) ?? free[0];
  return item ? { item } : null;
}

/** Whose the labels of other stops are, by label. */
export function labelOwners(
  stops: readonly { full_name: string; labels: readonly (string | null)[] }[],
): Map<string, string> {
  return new Map(
    stops.flatMap(({ full_name, labels }) =>
      labels.flatMap((label) => (label ? [[label, full_name] as const] : [])),
    ),
  );
}
