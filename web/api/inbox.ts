import { type Arguments, command, type Result, readCommand } from "@api/client";

export type Inbox = Result<"inbox">;
export type InboxItem = Inbox["rows"][number];
export type InboxKind = InboxItem["kind"];
/** Which items: of a kind or campus, `overdue` ones alone, from `offset` on. */
export type InboxRead = Required<Omit<Arguments<"inbox">, "kind" | "campus_id">> &
  Pick<Arguments<"inbox">, "kind" | "campus_id">;
/** An item as the address and the commands name it. */
export type ItemName = Pick<InboxItem, "kind" | "id">;

export const inboxKeys = {
  all: ["inbox"] as const,
  page: (read: InboxRead) => ["inbox", "page", read] as const,
  item: ({ kind, id }: ItemName) => ["inbox", "item", kind, id] as const,
};

/** What needs a person; a worker's own records for a worker. */
export const readInbox = (read: InboxRead) => readCommand("inbox", read);

/** One item; null once it is decided. */
export const readInboxItem = async ({ kind, id }: ItemName): Promise<InboxItem | null> =>
  (await readCommand("inbox_item", { kind, id })) || null;

/** Gives an item to a member of the office, or to no one; 409 if it is another's by now. */
export const assignInboxItem = (given: Arguments<"assign_inbox_item">) =>
  command("assign_inbox_item", given);

/** Lets an item sleep until a campus-local day; null wakes it. */
export const snoozeInboxItem = (given: Arguments<"snooze_inbox_item">) =>
  command("snooze_inbox_item", given);

/** Sends a message that failed again. */
export const retryMessage = (id: number) => command("retry_message", { id });

/** Lets a message that failed go. */
export const dropMessage = (id: number) => command("drop_message", { id });
