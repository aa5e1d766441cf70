import { useSearchParams } from "react-router";

/** Rows a page of every staff list. */
export const PAGE_SIZE = 50;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parameters to set; null or "" takes one out, so that the plain list has the plain address. */
export type ParamChange = Record<string, string | null>;

/** The parameters with this change. */
export function changedParams(params: URLSearchParams, change: ParamChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Where a link `to`, drawn with the parameters `drawn`, leads from `search`: what it changes, there. */
export function leadsFrom(search: string, drawn: URLSearchParams, to: string): string {
  const target = new URLSearchParams(to);
  const names = [...drawn.keys(), ...target.keys()];
  const change = names
    .filter((name) => target.get(name) !== drawn.get(name))
    .map((name) => [name, target.get(name)]);
  return `?${changedParams(new URLSearchParams(search), Object.fromEntries(change))}`;
}

/** Page number of the address, from 1; anything that is no page is the first. */
export function pageOf(params: URLSearchParams): number {
  const text = params.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The page parameter for a page: the first one is not written. */
export function pageParam(page: number): string | null {
  return page > 1 ? String(page) : null;
}

/** An id of a row in this parameter, or null when there is none or it is no id. */
export function idOf(params: URLSearchParams, name: string): string | null {
  const text = params.get(name) ?? "";
  return UUID.test(text) ? text.toLowerCase() : null;
}

/**
 * The address as the state of a list: `href` for links, `change` for controls.
 * The page never jumps; `replace` is for typing, which is one step of Back.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    href: (change: ParamChange) => `?${changedParams(params, change)}`,
    // The address as it stands: under load it is drawn after the next choice.
    change: (change: ParamChange, options: { replace?: boolean } = {}) =>
      setParams(changedParams(new URLSearchParams(window.location.search), change), {
        preventScrollReset: true,
        replace: options.replace ?? false,
      }),
  };
}
