import { type Arguments, command, type Result, readCommand } from "@api/client";
import { commandOnce } from "@api/once";

export const mergeKeys = {
  preview: (given: MergeChoice) => ["merge-preview", given] as const,
  of: (userId: string) => ["customer-file", userId, "merges"] as const,
};

export type MergeChoice = Arguments<"preview_merge">;
export type MergePreview = Result<"preview_merge">;
export type MergeSide = MergePreview["target"];
export type ShownMerge = Result<"merges_of">[number];

/** What a merge of two customers moves, and why it cannot be done. The office only. */
export function previewMerge(given: MergeChoice): Promise<MergePreview> {
  return readCommand("preview_merge", given);
}

/** Joins two customers into one, once under this key. The office only. */
export function mergeCustomers(
  given: Arguments<"merge_customers">,
  key: string,
): Promise<Result<"merge_customers">> {
  return commandOnce("merge_customers", given, key);
}

/** What was merged into a customer, the latest first. The office only. */
export function mergesOf(userId: string): Promise<ShownMerge[]> {
  return readCommand("merges_of", { user_id: userId });
}

/** Takes a merge back within ten minutes. The office only. */
export function undoMerge(mergeId: string): Promise<Result<"undo_merge">> {
  return command("undo_merge", { merge_id: mergeId });
}
