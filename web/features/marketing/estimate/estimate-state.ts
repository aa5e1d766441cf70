import type { PlanKind, QuoteRequest } from "@api/bookings/quotes";

/** The estimate's values as its form has them; "" before any entry. */
export interface EstimateState {
  items: number | "";
  pricing: PlanKind;
  /** by a number of months, or by dates */
  by: "months" | "dates";
  months: number;
  pickup: string;
  back: string;
  heavyBoxes: number;
  heavyItems: number;
  labels: number;
  /** whole dollars */
  value: number;
  /** of the address where we pick up and bring back */
  miles: number;
  kit: boolean;
  alternativeDate: boolean;
  friends: number;
}

/** The state that the page is prerendered with; its price comes with the page. */
export const EXAMPLE: EstimateState = {
  items: 8,
  pricing: "bundle",
  by: "months",
  months: 4,
  pickup: "",
  back: "",
  heavyBoxes: 0,
  heavyItems: 0,
  labels: 0,
  value: 0,
  miles: 0,
  kit: true,
  alternativeDate: false,
  friends: 1,
};

export const LIMITS = { items: 100, months: 24, friends: 20, value: 1000, miles: 500 };

const NUMBERS = {
  months: ["months", 1, LIMITS.months],
  heavyBoxes: ["heavy_boxes", 0, LIMITS.items],
  heavyItems: ["heavy_items", 0, LIMITS.items],
  labels: ["label_items", 0, LIMITS.items],
  value: ["value", 0, LIMITS.value],
  miles: ["miles", 0, LIMITS.miles],
  friends: ["friends", 1, LIMITS.friends],
} as const;

type Counted = keyof typeof NUMBERS;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The state that a link says; what it does not say, or says wrongly, is as in the example. */
export function fromLink(params: URLSearchParams): EstimateState {
  const state = { ...EXAMPLE };
  const items = whole(params.get("items"), 1, LIMITS.items);
  if (items !== null) state.items = items;
  for (const key of Object.keys(NUMBERS) as Counted[]) {
    const [name, least, most] = NUMBERS[key];
    const value = whole(params.get(name), least, most);
    if (value !== null) state[key] = value;
  }
  if (params.get("pricing") === "single_items") state.pricing = "single_items";
  if (params.get("supply_kit") === "false") state.kit = false;
  if (params.get("alternative_date") === "true") state.alternativeDate = true;
  const pickup = params.get("pickup_date") ?? "";
  if (DAY.test(pickup)) {
    state.by = "dates";
    state.pickup = pickup;
    const back = params.get("return_date") ?? "";
    state.back = DAY.test(back) ? back : "";
  }
  return state;
}

/** The state as a link says it: only what differs from the example. */
export function toLink(state: EstimateState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.items !== "" && state.items !== EXAMPLE.items) params.set("items", `${state.items}`);
  if (state.pricing !== EXAMPLE.pricing) params.set("pricing", state.pricing);
  const byDates = state.by === "dates" && state.pickup !== "";
  if (byDates) {
    params.set("pickup_date", state.pickup);
    if (state.back) params.set("return_date", state.back);
  }
  for (const key of Object.keys(NUMBERS) as Counted[]) {
    if (state[key] === EXAMPLE[key] || (key === "months" && byDates)) continue;
    params.set(NUMBERS[key][0], `${state[key]}`);
  }
  if (!state.kit) params.set("supply_kit", "false");
  if (state.alternativeDate && !byDates) params.set("alternative_date", "true");
  return params;
}

/** The parameters of an estimate among those of an address, sorted: to tell two links apart. */
export function sameLink(one: URLSearchParams, other: URLSearchParams): boolean {
  return toLink(fromLink(one)).toString() === toLink(fromLink(other)).toString();
}

/** The request to the server; null while a value that it needs is missing. */
export function quoteRequest(state: EstimateState): QuoteRequest | null {
  if (state.items === "") return null;
  if (state.by === "dates" && !state.pickup) return null;
  const time =
    state.by === "dates"
      ? { pickup_date: state.pickup, ...(state.back ? { return_date: state.back } : {}) }
      : {
          months: state.months,
          ...(state.alternativeDate ? { alternative_date: true } : {}),
        };
  return {
    items: state.items,
    pricing: state.pricing,
    ...time,
    ...positive("heavy_boxes", state.heavyBoxes),
    ...positive("heavy_items", state.heavyItems),
    ...positive("label_items", state.labels),
    ...positive("declared_value_cents", state.value * 100),
    ...positive("miles", state.miles),
    ...positive("return_miles", state.miles),
    ...(state.kit ? { supply_kit: true } : {}),
    ...(state.friends > 1 ? { friends: state.friends } : {}),
  };
}

/** Counts that were for more items than there are now. */
export function withItems(state: EstimateState, items: number | ""): EstimateState {
  if (items === "") return { ...state, items };
  const heavyBoxes = Math.min(state.heavyBoxes, items);
  return {
    ...state,
    items,
    heavyBoxes,
    heavyItems: Math.min(state.heavyItems, items - heavyBoxes),
    labels: Math.min(state.labels, items),
  };
}

function positive<Name extends string>(name: Name, value: number) {
  return (value > 0 ? { [name]: value } : {}) as { [one in Name]?: number };
}

function whole(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return null;
  return Math.min(most, Math.max(least, Math.round(value)));
}
