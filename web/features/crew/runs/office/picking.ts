import { ticked } from "@lib/lists/ticked";

/**
 * The stops that are selected after one was ticked or not. With `from`, all of the same run between
 * it and this one follow.
 */
export function pickedAfter(
  picked: ReadonlySet<string>,
  run: readonly string[],
  { id, on, from }: { id: string; on: boolean; from?: string | undefined },
): ReadonlySet<string> {
  const here = run.indexOf(id);
  const there = from === undefined ? -1 : run.indexOf(from);
  const changed = there < 0 ? [id] : run.slice(Math.min(here, there), Math.max(here, there) + 1);
  return ticked(picked, changed, on);
}
