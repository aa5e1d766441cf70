import type { FoundItem, ItemEvent } from "@api/pickups/custody";
import type { BadgeTone } from "@components/ui/badge";

/** An item's state as staff read it. */
export const STATE_WORDS: Record<FoundItem["state"], { label: string; tone: BadgeTone }> = {
  listed: { label: "Listed", tone: "neutral" },
  packed: { label: "Packed", tone: "neutral" },
  picked_up: { label: "Picked up", tone: "pine" },
  in_storage: { label: "In storage", tone: "pine" },
  pulled: { label: "Pulled", tone: "sky" },
  out_for_delivery: { label: "On the van", tone: "tape" },
  shipped: { label: "Shipped", tone: "tape" },
  delivered: { label: "Delivered", tone: "solid" },
  missing: { label: "Missing", tone: "brick" },
  refused: { label: "Not taken", tone: "brick" },
};

/** What an event says, as staff read it. */
export const EVENT_WORDS: Record<ItemEvent["kind"], string> = {
  listed: "Listed",
  bound: "Label attached",
  packed: "Packed",
  picked_up: "Picked up",
  shelved: "Put on a shelf",
  pulled: "Pulled",
  loaded: "Loaded on the van",
  shipped: "Shipped",
  delivered: "Delivered",
  missing: "Missing",
  found: "Found",
  damaged: "Damaged",
  refused: "Not taken",
  note: "Note",
  taken_back: "Scan taken back",
};
