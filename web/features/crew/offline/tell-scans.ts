import type { Result } from "@api/client";
import type { Difference } from "@api/pickups/custody";
import { toast } from "@lib/toast";

/** What stocktakes of this page came to, by the id under which they were kept. */
let differences: ReadonlyMap<string, Difference> = new Map();
export const stockDifferences = (): ReadonlyMap<string, Difference> => differences;

/** Why events of this page need a person, by their ids: they moved no item. */
let problems: ReadonlyMap<string, string> = new Map();
export const scanProblems = (): ReadonlyMap<string, string> => problems;

/** Says which events wait for a person; `aboutOf`: whose item an event was about. */
export function tellItemCases(
  { needs_person }: Result<"record_events">,
  aboutOf: (id: string) => string,
): void {
  if (needs_person.length === 0) return;
  problems = new Map([...problems, ...needs_person.map(({ id, reason }) => [id, reason] as const)]);
  for (const { id, reason } of needs_person) tellCase(aboutOf(id), reason);
}

/** Says that what was recorded waits for a person. */
export function tellCase(about: string, reason: string): void {
  toast.warning("Needs a person", {
    description: `${about ? `${about}: ` : ""}${reason} What you recorded is kept; the office decides.`,
  });
}

/** Says what a stocktake came to. */
export function tellDifference(id: string, about: string, found: Difference): void {
  differences = new Map([...differences, [id, found]]);
  const { missing, unexpected } = found;
  const words = [
    missing.length > 0 ? `${missing.length} missing` : "",
    unexpected.length > 0 ? `${unexpected.length} not expected` : "",
  ].filter(Boolean);
  if (words.length === 0)
    toast.success(`${about} counted`, { description: "All is as it should be." });
  else
    toast.warning(`${about} counted`, {
      description: `${words.join(", ")}. It waits to be settled.`,
    });
}
