import { type CampusClock, serverNow } from "@api/clock";
import type { OwnStop } from "@api/commands.types";
import { campusHour } from "@lib/format/campus-hour";
import { BellRing } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { CallUs } from "./call-us";
import { minutesLeft } from "./visit-words";

const TICK_MS = 5_000;

interface AtYourDoorProps {
  stop: OwnStop;
  clock: CampusClock;
  /** What may be done besides coming. */
  children?: ReactNode;
}

/** The crew at the door: since when, how long it waits, and the number to call (rule: visit-news). */
export function AtYourDoor({ stop, clock, children }: AtYourDoorProps) {
  const { arrived_at, waits_until } = stop;
  const [now, setNow] = useState(() => serverNow(clock));
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow(clock)), TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  const left = waits_until ? minutesLeft(waits_until, now) : 0;
  return (
    <section
      aria-labelledby="visit-title"
      className="grid content-start gap-3 rounded-card border border-ink bg-tape p-5 text-on-tape sm:p-6"
    >
      <h3 id="visit-title" className="font-sans text-sm font-semibold tracking-normal">
        {stop.kind === "return" ? "Your delivery today" : "Your pickup today"}
      </h3>
      <div role="alert" className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
        <BellRing aria-hidden="true" className="size-7" />
        <p className="font-display text-2xl leading-tight font-bold tracking-tight sm:text-3xl">
          We are at your door
        </p>
        <p className="tabular col-span-2">
          Our crew arrived at {campusHour(arrived_at, clock.utc_offset)} and waits until{" "}
          {campusHour(waits_until, clock.utc_offset)}, campus time.{" "}
          {stop.kind === "return"
            ? "Please come to the door."
            : "Please come to the door with your boxes."}
        </p>
      </div>
      <p className="tabular font-display text-2xl font-bold">
        {left > 0 ? `${left} ${left === 1 ? "minute" : "minutes"} left` : "Please call us now"}
      </p>
      <CallUs
        variant="secondary"
        className="justify-self-start border-ink bg-sheet text-ink hover:bg-mist"
      />
      {children}
    </section>
  );
}
