/** What the server tells the page: it replaces the placeholders in four meta elements of each HTML file. */
const ANON_KEY_META = "summerstow-anon-key";
const DEMO_META = "summerstow-demo";
const STAFF_SECOND_FACTOR_META = "summerstow-staff-second-factor";
const SITE_URL_META = "summerstow-site-url";

function meta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content && !content.startsWith("__SUMMERSTOW_") ? content : undefined;
}

/** The publishable key sent as `apikey`; "anon" where no server filled it in (development). */
export function anonKey(): string {
  return meta(ANON_KEY_META) ?? "anon";
}

/**
 * Whether the product runs with demo data and accounts. While building it does: the server takes
 * sections marked `data-demo-only` out of the page elsewhere.
 */
export function isDemo(): boolean {
  if (typeof document === "undefined") return true;
  const value = meta(DEMO_META);
  return value === undefined ? import.meta.env.DEV : value === "1";
}

/** Whether office roles count only with a second factor (rule: staff-second-factor). */
export function asksStaffSecondFactor(): boolean {
  return meta(STAFF_SECOND_FACTOR_META) === "1";
}

/** Address of the site as people reach it, without a slash; while building, what stands for it. */
export function siteUrl(): string {
  if (typeof document === "undefined") return "__SUMMERSTOW_SITE_URL__";
  return meta(SITE_URL_META) ?? window.location.origin;
}

/** Base address of the accounts service. */
export function authUrl(): string {
  return `${window.location.origin}/auth/v1`;
}

/** Base address of the data service. */
export function restUrl(): string {
  return `${window.location.origin}/rest/v1`;
}

/** Address of the stream of changed lines, of one campus or of all. */
export function liveBookingsUrl(): string {
  return `${window.location.origin}/live/queue?bookings=1`;
}

export function liveUrl(campusId: number | null): string {
  const one = campusId === null ? "" : `?campus_id=${campusId}`;
  return `${window.location.origin}/live/queue${one}`;
}
