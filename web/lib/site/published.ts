import shippedBusiness from "@facts/business.json";
import shippedCampuses from "@facts/campuses.json";
import shippedExample from "@facts/estimate_example.json";
import shippedItemPrices from "@facts/item_prices.json";
import shippedTexts from "@facts/page_texts.json";
import shippedPricing from "@facts/pricing.json";
import shippedSeason from "@facts/season.json";
import shippedTaxes from "@facts/taxes.json";
import shippedTerms from "@facts/terms.json";

type ShippedCampus = (typeof shippedCampuses.campuses)[number];

/** A campus; a closed one takes no new bookings, a hidden one is on no page either. */
export type Campus = Omit<ShippedCampus, "status"> & { status: "open" | "closed" | "hidden" };

/** A year's season; days are "YYYY-MM-DD". */
interface Season {
  first_pickup: string;
  last_pickup: string;
  first_return: string;
  last_return: string;
  first_free_return: string;
  last_free_return: string;
  /** Monday is 1. */
  weekdays: readonly number[];
  closed_days: readonly { date: string; reason: string }[];
}

/** Free return dates as "MM-DD": `free_return` is for years without a season. */
interface PublishedSeason {
  free_return: typeof shippedSeason.free_return;
  coming_free_return: typeof shippedSeason.free_return;
  seasons: readonly Season[];
  /** whether pickups can be booked */
  is_open: boolean;
}

/** A title with its anchor, and what stands below it as HTML. */
export interface PageText {
  anchor: string;
  title: string;
  html: string;
}

/** A post as lists show it; its day is "YYYY-MM-DD". */
export type PostCard = (typeof shippedTexts.pages.posts)[number];

/** What single pages show; the sections of posts by their addresses. */
export interface PageTexts {
  faq: readonly { anchor: string; group: string; question: string; html: string }[];
  terms: readonly PageText[];
  privacy: readonly PageText[];
  posts: Readonly<Record<string, readonly PageText[]>>;
}

/** An add-on of the owner's own. */
export interface Extra {
  id: string;
  name: string;
  cents: number;
  per: "item" | "booking";
  when: string;
}

/** What a page is rendered with. */
interface Settings {
  business: typeof shippedBusiness;
  campuses: { campuses: readonly Campus[] };
  season: PublishedSeason;
  taxes: typeof shippedTaxes;
  pages: typeof shippedTexts.pages;
  /** Only while rendering: a page has its own text alone (lib/site/page-text.ts). */
  texts?: PageTexts;
  /** The price list that holds today, and what the price engine makes of it. */
  prices: {
    pricing: Omit<typeof shippedPricing, "extras"> & { extras: readonly Extra[] };
    terms: typeof shippedTerms;
    /** A month's price for each number of items, as tables show it. */
    item_prices: typeof shippedItemPrices;
    /** The estimate that a page shows before anything is typed. */
    estimate_example: typeof shippedExample;
  };
}

/** The element of a page that says what it was rendered with, for the scripts that take it over. */
export const SETTINGS_ELEMENT = "summerstow-settings";

/** What the element says. */
export const settingsJson: string = import.meta.env.SSR
  ? inScript({ ...whileRendering(), texts: undefined })
  : (document.getElementById(SETTINGS_ELEMENT)?.textContent ?? "");

/** JSON that no HTML ends. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

const {
  business,
  campuses: { campuses },
  season,
  taxes: { taxes },
  pages,
  prices: { pricing, terms, item_prices: itemPrices, estimate_example: estimateExample },
} = settings();

/** The campuses that pages show. */
export const shownCampuses = campuses.filter(({ status }) => status !== "hidden");

/** The texts of all pages, while pages are rendered. */
export const texts: PageTexts | undefined =
  import.meta.env.SSR || import.meta.env.DEV ? whileRendering().texts : undefined;

export { business, campuses, estimateExample, itemPrices, pages, pricing, season, taxes, terms };

function settings(): Settings {
  if (import.meta.env.SSR) return whileRendering();
  // A test has no page around it.
  if (import.meta.env.MODE === "test" && !settingsJson) return shipped();
  return JSON.parse(settingsJson);
}

/** The settings of build-steps/render-pages.ts, or the shipped ones in the build itself. */
function whileRendering(): Settings {
  const { summerstowSettings } = globalThis as { summerstowSettings?: Settings };
  return summerstowSettings ?? shipped();
}

function shipped(): Settings {
  return {
    business: shippedBusiness,
    campuses: shippedCampuses as Settings["campuses"],
    taxes: shippedTaxes,
    ...shippedTexts,
    season: {
      ...shippedSeason,
      coming_free_return: shippedSeason.free_return,
      is_open: true,
    },
    prices: {
      pricing: shippedPricing,
      terms: shippedTerms,
      item_prices: shippedItemPrices,
      estimate_example: shippedExample,
    },
  };
}
