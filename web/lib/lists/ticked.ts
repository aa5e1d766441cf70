/** What is ticked after these rows were ticked, or not any more. */
export function ticked<Id>(
  before: ReadonlySet<Id>,
  rows: Iterable<Id>,
  on: boolean,
): ReadonlySet<Id> {
  const next = new Set(before);
  for (const id of rows) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
