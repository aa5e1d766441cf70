const DEFAULT = "/dashboard";

/**
 * Where to go after signing in: the page that a gate sent away from (`state.from`, a router
 * location), else /dashboard. Only paths of this site, and never back to /auth.
 */
export function returnTo(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (typeof from !== "object" || from === null) return DEFAULT;
  const { pathname, search, hash } = from as Record<string, unknown>;
  if (typeof pathname !== "string" || !/^\/(?![/\\])/.test(pathname)) return DEFAULT;
  if (/^\/auth(\/|$)/.test(pathname)) return DEFAULT;
  return `${pathname}${text(search)}${text(hash)}`;
}

function text(part: unknown): string {
  return typeof part === "string" ? part : "";
}
