import shippedBusiness from "@facts/business.json";

/** Who the business is, as summerstow/platform/published.py has it. */
export interface Business {
  name: string;
  legal_name: string;
  email: string;
  sender_email: string;
  etransfer_email: string;
  phone: string;
  address: { street: string; city: string; region: string; postal_code: string };
  tax_number: string;
  hours: string;
  hours_note: string;
  social: readonly { label: string; url: string }[];
  review_url: string;
}

/** The published settings, each section under its name. */
export interface Settings {
  business: Business;
}

/** The element of a page that says what it was rendered with, for the scripts that take it over. */
export const SETTINGS_ELEMENT = "summerstow-settings";

/** What the element says: JSON that no HTML ends. */
export const settingsJson: string = import.meta.env.SSR
  ? JSON.stringify(whileRendering()).replaceAll("<", "\\u003c")
  : (document.getElementById(SETTINGS_ELEMENT)?.textContent ?? "");

/** The published business that this page was rendered with. */
export const business: Business = settings().business;

function settings(): Settings {
  if (import.meta.env.SSR) return whileRendering();
  // A test has no page around it.
  if (import.meta.env.MODE === "test" && !settingsJson) return { business: shippedBusiness };
  return JSON.parse(settingsJson);
}

/** What build-steps/render-pages.ts was given, or in the build itself what ships. */
function whileRendering(): Settings {
  const { summerstowSettings } = globalThis as { summerstowSettings?: Settings };
  return summerstowSettings ?? { business: shippedBusiness };
}
