import { useEffect, useState } from "react";
import { Button } from "./button";
import type { CalendarProps } from "./calendar";
import { Skeleton } from "./skeleton";

type Calendar = typeof import("./calendar").Calendar;

let known: Calendar | null = null;

async function load(): Promise<Calendar> {
  known ??= (await import("./calendar")).Calendar;
  return known;
}

/** Fetches the calendar's code before it is opened. */
export function useCalendarSoon(): void {
  useEffect(() => {
    // Whoever opens it asks again, and is told.
    load().catch(() => {});
  }, []);
}

/** The calendar, whose code comes apart from the form that it stands in; as high from the start. */
export function LateCalendar(props: CalendarProps) {
  const [state, setState] = useState<{ Calendar: Calendar | null; failed: boolean }>({
    Calendar: known,
    failed: false,
  });
  const { Calendar, failed } = state;

  useEffect(() => {
    if (Calendar || failed) return;
    let gone = false;
    load().then(
      (loaded) => gone || setState({ Calendar: loaded, failed: false }),
      () => gone || setState({ Calendar: null, failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [Calendar, failed]);

  if (Calendar) return <Calendar {...props} />;
  return (
    <div className="grid h-87 w-77 max-w-full place-content-stretch" aria-busy={!failed}>
      {failed ? (
        <div role="alert" className="grid place-content-center justify-items-center gap-3 text-sm">
          The calendar could not be loaded.
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setState({ Calendar: null, failed: false })}
          >
            Try again
          </Button>
        </div>
      ) : (
        <Skeleton late className="size-full" />
      )}
    </div>
  );
}
