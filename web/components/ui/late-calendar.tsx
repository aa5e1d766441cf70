import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
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
  useAfterFirstScreen(load);
}

interface LateCalendarProps extends Omit<CalendarProps, "autoFocus"> {
  /** the button from which it takes the focus, if that is there still when its code has come */
  opener?: RefObject<HTMLButtonElement | null> | undefined;
}

/** The calendar, whose code comes apart from the form that it stands in; as high from the start. */
export function LateCalendar({ opener, ...props }: LateCalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const came = (Calendar: Calendar | null, failed = false) => {
    const at = document.activeElement;
    const here = at?.contains(box.current) || at?.contains(opener?.current ?? null);
    return { Calendar, failed, autoFocus: opener !== undefined && here === true };
  };
  const [{ Calendar, failed, autoFocus }, setState] = useState(() => came(known));
  const arrived = useEffectEvent((loaded: Calendar) => setState(came(loaded)));
  const refused = useEffectEvent(() => setState(came(null, true)));

  useEffect(() => {
    if (Calendar || failed) return;
    let gone = false;
    load().then(
      (loaded) => gone || arrived(loaded),
      () => gone || refused(),
    );
    return () => {
      gone = true;
    };
  }, [Calendar, failed]);

  if (Calendar) return <Calendar {...props} autoFocus={autoFocus} />;
  return (
    <div ref={box} className="grid h-87 w-77 max-w-full place-content-stretch" aria-busy={!failed}>
      {failed ? (
        <div role="alert" className="grid place-content-center justify-items-center gap-3 text-sm">
          The calendar could not be loaded.
          <Button variant="secondary" size="sm" onClick={() => setState(came(null))}>
            Try again
          </Button>
        </div>
      ) : (
        <Skeleton late className="size-full" />
      )}
    </div>
  );
}
