import { command, type Rest, type Result, rest } from "@api/client";

/** A list as one of the staff likes to see it: what stands behind the `?` of its address. */
export type SavedView = Result<"saved_views">[number];

export const savedViewKeys = { all: ["saved-views"] as const };

/** One's own views, by name. Staff only. */
export function savedViews(via: Rest = rest()): Promise<SavedView[]> {
  return command("saved_views", {}, via);
}

/** Keeps a view; one of the same name takes the new address. */
export function saveView(name: string, query: string, via: Rest = rest()): Promise<SavedView[]> {
  return command("save_view", { name, query }, via);
}

/** Deletes a view by its name. */
export function dropView(name: string, via: Rest = rest()): Promise<SavedView[]> {
  return command("drop_view", { name }, via);
}
