import { toApiError } from "@api/errors";
import { custodyKeys, itemCases } from "@api/pickups/custody";
import { needsPerson, pickupKeys } from "@api/pickups/pickups";
import { FormAlert } from "@components/form-alert";
import { AnsweredConversations } from "@features/office/conversations/answered-conversations";
import { nameOf } from "@features/warehouse/items/scan-case";
import { formatDay } from "@lib/format/dates";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** What was decided last of pickups and items, and the conversations that are answered. */
export function DecidedList() {
  const records = useQuery({ queryKey: pickupKeys.needsPerson, queryFn: () => needsPerson() });
  const items = useQuery({ queryKey: custodyKeys.cases, queryFn: () => itemCases() });
  const error = records.error ?? items.error;
  const counts = records.data?.settled ?? [];
  const scans = items.data?.settled ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error ? <FormAlert tone="error">{toApiError(error).message}</FormAlert> : null}
      <section aria-labelledby="decided-title" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 id="decided-title" className="text-lg">
          Decided
        </h3>
        {records.data && items.data && counts.length + scans.length === 0 ? (
          <p className="text-muted">Nothing is decided yet.</p>
        ) : null}
        <ul className="grid gap-1.5">
          {counts.map((one) => (
            <Line key={one.id} name={one.full_name} words={one.words}>
              <span className="tabular text-muted">{formatDay(one.day)}</span>
              <span>
                {one.decision === "accept" ? "Crew's record accepted" : "Kept as it was"}
                {one.settled_by ? ` by ${one.settled_by}` : ""}
              </span>
            </Line>
          ))}
          {scans.map((one) => (
            <Line key={one.id} name={nameOf(one)} words={one.words}>
              <span>{one.settled_by ? `Settled by ${one.settled_by}` : "Settled by itself"}</span>
            </Line>
          ))}
        </ul>
      </section>
      <AnsweredConversations />
    </div>
  );
}

interface LineProps {
  name: string;
  words: string | null;
  children: ReactNode;
}

function Line({ name, words, children }: LineProps) {
  return (
    <li className="flex flex-wrap gap-x-4 rounded-xl border border-line bg-sheet px-4 py-2 text-sm">
      <span className="font-semibold">{name}</span>
      {children}
      {words ? <span className="wrap-anywhere">“{words}”</span> : null}
    </li>
  );
}
