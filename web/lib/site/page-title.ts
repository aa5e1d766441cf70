import { business } from "./published";

/** What a browser's tab says: the page, then the name of the business. */
export function pageTitle(title: string): string {
  return `${title} · ${business.name}`;
}
