/** What the server tells the page: it replaces the placeholders in two meta elements of each HTML file. */
const ANON_KEY_META = "summerstow-anon-key";
const DEMO_META = "summerstow-demo";

function meta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content && !content.startsWith("__SUMMERSTOW_") ? content : undefined;
}

/** The publishable key sent as `apikey`; "anon" where no server filled it in (development). */
export function anonKey(): string {
  return meta(ANON_KEY_META) ?? "anon";
}

/** Whether the product runs with demo data and accounts. */
export function isDemo(): boolean {
  const value = meta(DEMO_META);
  return value === undefined ? import.meta.env.DEV : value === "1";
}

/** Base address of the accounts service. */
export function authUrl(): string {
  return `${window.location.origin}/auth/v1`;
}

/** Base address of the data service. */
export function restUrl(): string {
  return `${window.location.origin}/rest/v1`;
}
