import type { DayPlaces, PlacesLeft, WindowPlaces } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";
import { formatDay, parseDay, toDay } from "@lib/format/dates";
import { pickupWindows } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { type PickupWindow, windowsOf } from "@lib/site/pickup-windows";
import { business } from "@lib/site/published";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useAlive } from "../alive";

const REFRESH_MS = 60_000;
const RECOVERY_MS = 5_000;
const WEEK = ["1", "2", "3", "4", "5", "6", "7"];

/** The places left in each window of a week, read live, and the days of free return. */
export function LivePlaces({ campus }: { campus: { id: number; short_name: string } }) {
  const alive = useAlive();
  const windows = windowsOf(campus.id);
  const [from, setFrom] = useState<string | null>(null);
  const week = useQuery({
    queryKey: ["places-left", campus.id, from],
    queryFn: async () => (await import("@api/bookings/places")).placesLeft(campus.id, from),
    enabled: alive,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error } }) => (error ? RECOVERY_MS : REFRESH_MS),
  });
  const known = week.data?.campus_id === campus.id ? week.data : undefined;
  const failed = week.error ? toApiError(week.error) : null;
  return (
    <section className="section-y" id="places" aria-labelledby="places-h">
      <div className="container-page grid gap-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="grid max-w-[56ch] gap-3">
            <h2 id="places-h" className="text-3xl">
              Places left at {campus.short_name}
            </h2>
            <p className="text-muted">
              {pickupWindows(windows.length)} a day, first come, first served. The numbers are live.
            </p>
            <noscript>
              <p className="text-sm">
                Live numbers need JavaScript. Call {business.phone}, and we read them to you.
              </p>
            </noscript>
          </div>
          <Pager known={known} onMove={setFrom} />
        </div>
        {failed && !known ? (
          <div className="min-h-[26rem]">
            <FailedRead
              error={failed}
              onRetry={() => void week.refetch()}
              retrying={week.isFetching}
            />
          </div>
        ) : (
          <Week windows={windows} known={known} alive={alive} moving={week.isPlaceholderData} />
        )}
        <FreeReturn known={known} />
      </div>
    </section>
  );
}

function Pager({
  known,
  onMove,
}: {
  known: PlacesLeft | undefined;
  onMove: (day: string) => void;
}) {
  const back =
    known && known.from > known.today ? latest(shift(known.from, -7), known.today) : null;
  return (
    <div className="flex items-center gap-2">
      <Button
        variant="secondary"
        size="icon"
        aria-label="Earlier week"
        disabled={!back}
        onClick={() => back && onMove(back)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <label className="grid">
        <span className="sr-only">Week from</span>
        <input
          type="date"
          value={known?.from ?? ""}
          min={known?.today}
          max="2100-12-01"
          onChange={({ target }) => {
            if (parseDay(target.value) && target.value >= (known?.today ?? "")) {
              onMove(target.value);
            }
          }}
          className="tabular h-11 rounded-full border border-line-strong bg-sheet px-4 text-sm"
        />
      </label>
      <Button
        variant="secondary"
        size="icon"
        aria-label="Later week"
        disabled={!known}
        onClick={() => known && onMove(shift(known.from, 7))}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

interface WeekProps {
  windows: readonly PickupWindow[];
  known: PlacesLeft | undefined;
  alive: boolean;
  moving: boolean;
}

/** Seven rows whatever is known, so that nothing moves when the numbers come. */
function Week({ windows, known, alive, moving }: WeekProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-sheet">
      <table
        className={cn(
          "tabular w-full table-fixed text-sm transition-opacity",
          moving && "opacity-60",
        )}
        aria-busy={!known || moving}
      >
        <caption className="sr-only">Places left by day and pickup window</caption>
        <thead>
          <tr className="border-b border-line-strong text-left text-xs text-muted">
            <th scope="col" className="w-[26%] px-3 py-3 font-semibold sm:px-5">
              Day
            </th>
            {windows.map(({ label, time_of_day }) => (
              <th key={time_of_day} scope="col" className="px-1 py-3 font-semibold sm:px-3">
                <span className="hidden sm:inline">{label}</span>
                <span className="sm:hidden">{label.replaceAll(/:00| [AP]M/g, "")}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known
            ? known.days.map((day) => <Day key={day.date} day={day} />)
            : WEEK.map((row) => (
                <tr key={row} className="h-13 border-b border-line last:border-0">
                  <td className="px-3 sm:px-5">
                    <Skeleton className={cn("h-4 w-16", !alive && "animate-none")} />
                  </td>
                  {windows.map(({ time_of_day }) => (
                    <td key={time_of_day} className="px-1 sm:px-3">
                      <Skeleton className={cn("h-4 w-14", !alive && "animate-none")} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day }: { day: DayPlaces }) {
  return (
    <tr className="h-13 border-b border-line last:border-0">
      <th scope="row" className="px-3 text-left font-semibold sm:px-5">
        <span className="inline-block">{formatDay(day.date, "medium").split(",")[0]}</span>{" "}
        <span className="inline-block font-normal text-muted">{formatDay(day.date, "short")}</span>
      </th>
      {day.windows.map((window) => (
        <td key={window.time_of_day} className="px-1 last:pr-3 sm:px-3">
          <Places window={window} />
        </td>
      ))}
    </tr>
  );
}

/** In words, with a bar for how much is left: never by colour alone. */
function Places({ window: { places_left: left, capacity, over } }: { window: WindowPlaces }) {
  if (over) return <span className="text-muted">Over</span>;
  if (left === null || capacity === null) return <span className="text-muted">Open</span>;
  if (capacity === 0) return <span className="text-muted">Closed</span>;
  if (left === 0) return <span className="font-semibold text-brick-text">Full</span>;
  return (
    <span className="grid max-w-24 gap-1">
      <span className="font-semibold">{left} left</span>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-pine-soft">
        <span
          className={cn("block h-full", left / capacity <= 0.25 ? "bg-tape" : "bg-pine")}
          style={{ width: `${(left / capacity) * 100}%` }}
        />
      </span>
    </span>
  );
}

function FreeReturn({ known }: { known: PlacesLeft | undefined }) {
  const year = known ? `, ${known.free_return.from.slice(0, 4)}` : "";
  const limited = known?.days.every(({ windows }) =>
    windows.every(({ over, places_left }) => over || places_left !== null),
  );
  return (
    <p className="text-sm text-muted">
      {limited ? null : (
        <>
          <span className="font-semibold text-ink">Open</span> means no limit is set for that window
          yet.{" "}
        </>
      )}
      Free return: {freeReturn.from} to {freeReturn.to}
      {year}.
    </p>
  );
}

function shift(day: string, days: number): string {
  const date = parseDay(day);
  if (!date) return day;
  date.setDate(date.getDate() + days);
  return toDay(date);
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}
