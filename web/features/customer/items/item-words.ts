import type { BookingItem, ItemClaim, ItemHappening, SaidItem } from "@api/bookings/items";
import type { BadgeTone } from "@components/ui/badge";
import storage from "@facts/storage.json";
import { formatCents } from "@lib/format/money";
import { terms } from "@lib/site/published";

export interface ItemKind {
  value: string;
  label: string;
  /** what the field is filled in with */
  start: Omit<SaidItem, "kind">;
}

const HEAVY = storage.medium_box.most_lb;

/** What an item may be: a box, the common loose things, anything else. */
export const ITEM_KINDS: readonly ItemKind[] = [
  { value: "box", label: "Box", start: fresh("", true) },
  ...storage.things
    .filter(({ group }) => group === "loose")
    .map(({ id, name, lb }) => ({
      value: id,
      label: name,
      start: { ...fresh(name, false), over_50_lb: lb > HEAVY },
    })),
  { value: "other", label: "Something else", start: fresh("", false) },
];

function fresh(description: string, boxed: boolean): Omit<SaidItem, "kind"> {
  return { description, boxed, over_50_lb: false, declared_value_cents: 0 };
}

/** "Box", "Mini fridge"; its own words where the kind says nothing. */
function kindLabel(kind: string): string {
  return ITEM_KINDS.find(({ value }) => value === kind)?.label ?? "Item";
}

/** An item's kind and what makes it cost more, in a line. */
export function itemDetails(item: BookingItem): string {
  return [
    kindLabel(item.kind),
    item.boxed && item.kind !== "box" ? "boxed" : "",
    item.heavy ? `over ${storage.medium_box.most_lb} lb` : "",
    item.declared_value_cents ? `${formatCents(item.declared_value_cents)} declared` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Where an item is, at a glance; nothing before it was packed. */
export const ITEM_STATES: Partial<
  Record<BookingItem["state"], { label: string; tone: BadgeTone }>
> = {
  packed: { label: "Packed", tone: "neutral" },
  picked_up: { label: "Picked up", tone: "pine" },
  in_storage: { label: "In storage", tone: "pine" },
  pulled: { label: "Ready for delivery", tone: "sky" },
  out_for_delivery: { label: "On the van", tone: "tape" },
  shipped: { label: "Shipped", tone: "tape" },
  delivered: { label: "Delivered", tone: "solid" },
  missing: { label: "Missing", tone: "brick" },
  refused: { label: "Not taken", tone: "brick" },
};

/** What happened to an item, as its customer reads it. */
export const HAPPENED: Record<ItemHappening["kind"], string> = {
  listed: "Listed",
  bound: "Label attached",
  packed: "Packed",
  picked_up: "Picked up",
  shelved: "Put on a shelf",
  pulled: "Taken off the shelf",
  loaded: "Loaded on the van",
  shipped: "Sent by carrier",
  delivered: "Delivered",
  missing: "Reported missing",
  found: "Found",
  damaged: "Reported damaged",
  refused: "Not taken along",
  note: "Note",
  taken_back: "Scan taken back",
};

/** Until when a claim for a delivered item is taken (ISO 8601); null while it was not delivered. */
export function claimsUntil({ state, events }: BookingItem): string | null {
  if (state !== "delivered") return null;
  const [latest] = (events ?? [])
    .filter(({ kind }) => kind === "delivered")
    .map(({ at }) => Date.parse(at))
    .sort((a, b) => b - a);
  return latest === undefined
    ? null
    : new Date(latest + terms.insurance.claim_hours * 3_600_000).toISOString();
}

const AT_HOME: readonly BookingItem["state"][] = ["listed", "packed"];

/**
 * Whether an item stayed with its customer at the pickup: it was not scanned, and the scanned ones
 * are as many as the crew counted (null: not known).
 */
export function wasNotPickedUp(
  item: BookingItem,
  items: readonly BookingItem[],
  counted: number | null,
): boolean {
  if (!AT_HOME.includes(item.state)) return false;
  const taken = items.filter(({ state }) => !AT_HOME.includes(state) && state !== "refused");
  return taken.length > 0 && taken.length >= (counted ?? 1);
}

/** The customer's own photo of an item, else the latest from the door. */
export function pictureOf(item: BookingItem): string | null {
  return item.picture_id ?? item.events?.find(({ photo_id }) => photo_id)?.photo_id ?? null;
}

/** How far a claim is, with our answer. */
export function claimWords({
  state,
  amount_cents,
  decided_cents,
  decision_words,
  paid_out_cents,
}: ItemClaim): string {
  if (state === "open") return `Your claim for ${formatCents(amount_cents)} is with us.`;
  const given = decided_cents ? `${formatCents(decided_cents)} credit` : "no payment";
  const paid = paid_out_cents ? `We paid ${formatCents(paid_out_cents)} of it out to you.` : "";
  return `Our answer to your claim: ${given}. ${[decision_words, paid].filter(Boolean).join(" ")}`.trim();
}
