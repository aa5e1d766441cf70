import { slotKeys, slotsOfDays } from "@api/pickups/slots";
import { AddressLink } from "@components/lists/address-link";
import { Card } from "@components/ui/card";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Places, placesOf, weekOf } from "./week";

interface WeekPlacesProps {
  campusId: number;
  /** the day that is chosen, "YYYY-MM-DD" */
  date: string;
  freeDays: readonly string[];
  /** What can be done with the whole week. */
  action: ReactNode;
}

/** The week around the chosen day: places taken beside places offered, each day a link. */
export function WeekPlaces({ campusId, date, freeDays, action }: WeekPlacesProps) {
  const { href } = useAddress();
  const days = weekOf(date);
  const [first = date, last = date] = [days[0], days[6]];
  const { data, isError } = useQuery({
    queryKey: slotKeys.days(campusId, first, last),
    queryFn: () => slotsOfDays(campusId, first, last),
    ...untilReachable,
  });
  const total = placesOf(data ?? []);
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="tabular text-lg">
          {formatDay(first, "short")} to {formatDay(last, "short")}{" "}
          <span className="font-sans text-sm font-normal tracking-normal text-muted">
            {total ? `${total.taken} of ${total.offered} places taken` : null}
            {isError && !data ? "Places could not be loaded" : null}
          </span>
        </h3>
        {action}
      </div>
      <ol aria-label="Places of the week" className="grid gap-1.5 xl:grid-cols-7">
        {days.map((day) => {
          const places = data ? placesOf(data.filter((slot) => slot.date === day)) : undefined;
          return (
            <li key={day}>
              <AddressLink
                to={href({ date: day })}
                aria-current={day === date ? "date" : undefined}
                className={cn(
                  "tabular flex min-h-11 items-center justify-between gap-x-3 rounded-xl border px-3 py-1.5 text-sm xl:h-full xl:flex-col xl:items-start xl:justify-start xl:px-2.5 xl:py-2",
                  day === date
                    ? "border-ink bg-pine-soft"
                    : "border-line bg-mist hover:border-line-strong",
                )}
              >
                <span className="font-semibold">
                  {formatDay(day, "medium").slice(0, 3)}{" "}
                  <span className="font-normal">{Number(day.slice(8))}</span>
                  {freeDays.includes(day) ? (
                    <span
                      title="Free return date"
                      className="ml-1.5 inline-block h-1.5 w-4 bg-tape align-middle"
                    />
                  ) : null}
                </span>
                {isError && !data ? null : <DayPlaces places={places} />}
              </AddressLink>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function DayPlaces({ places }: { places: Places | null | undefined }) {
  if (places === undefined) return <span className="text-muted">…</span>;
  if (places === null) return <span className="text-xs text-muted">No limit</span>;
  const full = places.taken >= places.offered;
  return (
    <span className={cn("text-xs", full ? "font-semibold text-brick-text" : "text-muted")}>
      <span className="text-sm font-semibold text-ink">{places.taken}</span>/{places.offered}
      {full ? " full" : " taken"}
    </span>
  );
}
