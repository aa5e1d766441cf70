import { type Arguments, dataOf, type Rest, type Result, readCommand, rest } from "@api/client";
import { commandOnce, PATIENCE_MS } from "@api/once";

export const custodyKeys = {
  all: ["custody"] as const,
  cases: ["custody", "cases"] as const,
  keeping: ["custody", "keeping"] as const,
  shelves: ["custody", "shelves"] as const,
  keptShelves: ["custody", "kept-shelves"] as const,
  stocktakes: ["custody", "stocktakes"] as const,
  found: (text: string) => ["custody", "found", text] as const,
  history: (itemId: string) => ["custody", "history", itemId] as const,
};

/** An event of an item: `id` made on this device, `at` by its clock. */
export type ItemEvent = Arguments<"record_events">["events"][number];
/** The labels that were scanned on a shelf, and when. */
export type CountedShelf = Pick<Arguments<"stocktake">, "location_id" | "labels" | "at">;
export type Difference = Result<"stocktake">;
export type FoundItem = Result<"find_item">[number];
export type Shelf = Result<"space_used">[number];
export type WaitingStocktake = Result<"stocktakes_waiting">[number];
export type ItemCase = Result<"item_cases">["open"][number];

/**
 * Hands events over in their order. The server keeps each once for its id, whatever became of its
 * item; how far this device's clock is off goes along.
 */
export function recordItemEvents(
  events: ItemEvent[],
  via: Rest = rest(),
): Promise<Result<"record_events">> {
  const call = via.rpc("record_events", { events, sent_at: new Date().toISOString() });
  return dataOf<unknown>(call.abortSignal(AbortSignal.timeout(PATIENCE_MS))) as Promise<
    Result<"record_events">
  >;
}

/** Items by label, shelf, name, booking code or description. */
export const findItems = (text: string, via: Rest = rest()) =>
  readCommand("find_item", { text }, via);
/** Every shelf with what stands on it. */
export const everyShelf = () => readCommand("space_used", {});
/** What each campus holds now. Executives only. */
export const itemsInKeeping = (via: Rest = rest()) => readCommand("items_in_keeping", {}, via);
/** Everything that was recorded of an item, the latest first. */
export const itemHistory = (itemId: string) => readCommand("item_history", { item_id: itemId });
/** Events of items that need a person, or one; and those settled last. */
export const itemCases = (id?: string) => readCommand("item_cases", id ? { id } : {});
/** Shelves whose last stocktake has a difference. */
export const stocktakesWaiting = () => readCommand("stocktakes_waiting", {});

/** Compares what was scanned on a shelf with what should stand there. */
export const takeStock = (given: Arguments<"stocktake">, key: string) =>
  commandOnce("stocktake", given, key);

/** Settles differences of a shelf's last stocktake; answers what is left. */
export const settleStocktake = (given: Arguments<"settle_stocktake">, key: string) =>
  commandOnce("settle_stocktake", given, key);

/** A new shelf; 409 where one has this code. */
export const createShelf = (given: Arguments<"create_location">, key: string) =>
  commandOnce("create_location", given, key);

/** Another number of places. */
export const changeShelf = (given: Arguments<"change_location">, key: string) =>
  commandOnce("change_location", given, key);
