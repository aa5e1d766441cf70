import type { InboxKind, InboxRead, ItemName } from "@api/inbox";
import { PAGE_SIZE, pageOf } from "@lib/lists/url-state";
import { KIND_WORDS } from "./kind-words";

export type Show = InboxRead["show"];

/** Which items are listed, in the order of the filter. */
export const SHOW_CHOICES: readonly { value: Show; label: string }[] = [
  { value: "todo", label: "To do" },
  { value: "mine", label: "Mine" },
  { value: "unowned", label: "No one's" },
  { value: "all", label: "All" },
  { value: "snoozed", label: "Snoozed" },
];
/** What clears every filter. */
export const NO_FILTERS = { kind: null, campus: null, overdue: null, page: null };

function isKind(text: string): text is InboxKind {
  return Object.hasOwn(KIND_WORDS, text);
}

/** The item that the parameter `item` names, as `claim:{id}`. */
function itemOf(text: string): ItemName | null {
  const at = text.indexOf(":");
  const kind = text.slice(0, at);
  const id = text.slice(at + 1);
  return isKind(kind) && /^[\w-]{1,40}$/.test(id) ? { kind, id } : null;
}

/** How the address names an item. */
export const itemParam = ({ kind, id }: ItemName) => `${kind}:${id}`;

/** What the address says: the filters, the page, the item that is open. */
export function inboxView(params: URLSearchParams, office: boolean) {
  const show = SHOW_CHOICES.find(({ value }) => value === params.get("show"))?.value ?? "todo";
  const kind = params.get("kind") ?? "";
  const campus = Number(params.get("campus"));
  const page = pageOf(params);
  const read: InboxRead = {
    show: office ? show : "all",
    overdue: params.has("overdue"),
    offset: (page - 1) * PAGE_SIZE,
    ...(isKind(kind) ? { kind } : {}),
    ...(Number.isInteger(campus) && campus > 0 ? { campus_id: campus } : {}),
  };
  return {
    read,
    page,
    decided: office && params.get("show") === "decided",
    item: itemOf(params.get("item") ?? ""),
  };
}
