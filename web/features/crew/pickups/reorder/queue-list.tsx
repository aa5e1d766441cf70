import type { Stop } from "@api/commands.types";
import type { PickupDay } from "@api/pickups/pickups";
import { StopCard } from "@features/crew/pickups/day/stop-card";
import { moved, nextOf, orderOf, stopKey } from "@features/crew/pickups/offline/pickup-line";
import type { PickupChanges } from "@features/crew/pickups/offline/use-pickup-changes";
import { lateCode } from "@lib/browser/late-code";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSettling } from "./use-settling";

const dragCode = lateCode(() => import("./drag-handles"));

export interface QueueListProps {
  day: PickupDay;
  /** The stops that a search shows; null: all, and they can be drawn. */
  matches: readonly Stop[] | null;
  /** A box beside each stop that selects it, in place of its handle. */
  boxOf: ((stop: Stop) => ReactNode) | null;
  changes: PickupChanges;
  /** Keeps this day on the screen until `release`. */
  hold: (day: PickupDay) => void;
  release: () => void;
  onScan: (stop: Stop) => void;
  onComplete: (stop: Stop) => void;
  onFail: (stop: Stop) => void;
  onChangeDate: (stop: Stop) => void;
}

/** The line in its order, to be drawn by hand, by touch and by keyboard. */
export function QueueList(props: QueueListProps) {
  const { day, matches, boxOf, changes, hold, release, onScan, onComplete, onFail, onChangeDate } =
    props;
  const { waiting } = day;
  const listed = matches ?? waiting;
  const ids = orderOf(waiting);
  const next = nextOf(waiting);
  const [drag, setDrag] = useState(dragCode.known);
  // The stops are drawn by then; without this code their numbers move them.
  useEffect(() => void dragCode.load().then(setDrag, () => undefined), []);

  function place(from: number, to: number) {
    if (from < 0 || to < 0 || from === to) return release();
    changes.arrange(waiting, from, to);
    // Drawn already: the change itself is on the screen one turn later.
    hold({ ...day, waiting: moved(waiting, from, to) });
    setTimeout(release);
  }

  const list = useFocusKept(waiting);
  useSettling(list, waiting.map((stop) => `${stopKey(stop)} ${stop.pickup_status}`).join());
  const verbs = {
    onWay: (stop: Stop) => changes.mark(stop, "in_progress"),
    scan: onScan,
    arrived: changes.arrived,
    complete: onComplete,
    fail: onFail,
    takeBack: (stop: Stop) => changes.mark(stop, "scheduled"),
    changeDate: onChangeDate,
    ready: changes.ready,
    toEnd: (stop: Stop, end: "first" | "last") =>
      place(waiting.indexOf(stop), end === "first" ? 0 : waiting.length - 1),
    typing: () => hold(day),
    leave: release,
    number: (stop: Stop, number: number) => {
      changes.number(stop, number);
      setTimeout(release);
    },
  };

  return (
    <>
      <ol ref={list} aria-label="Stops to do" className="group/line grid gap-2 md:gap-1">
        {listed.map((stop) => (
          <StopCard
            key={stopKey(stop)}
            stop={stop}
            campusId={day.campus_id}
            place={waiting.indexOf(stop) + 1}
            next={stop === next}
            fixed={matches !== null || boxOf !== null}
            box={boxOf?.(stop)}
            verbs={verbs}
          />
        ))}
      </ol>
      {drag && !matches && !boxOf ? (
        <drag.DragHandles
          stops={waiting}
          list={list}
          onLift={() => hold(day)}
          onLeave={release}
          onDrop={(id, over) => place(ids.indexOf(id), ids.indexOf(over ?? id))}
        />
      ) : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {matches ? `${matches.length} of ${waiting.length} stops` : ""}
      </p>
    </>
  );
}

/**
 * Where a button went with its step or its stop, focus goes to the step that comes now: of the same
 * stop, or of the next one. Otherwise who works by keyboard would begin at the top each time.
 */
function useFocusKept(waiting: readonly Stop[]) {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      last.current = (target as HTMLElement).closest("li")?.dataset.stop;
    };
    element.addEventListener("focusin", note);
    return () => element.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const there = waiting.some(({ queue_id }) => queue_id === last.current);
    const stop = there ? `[data-stop="${last.current}"]` : "li";
    const steps = list.current?.querySelectorAll<HTMLElement>(`${stop} [data-step]`) ?? [];
    [...steps].find(({ offsetParent }) => offsetParent)?.focus({ preventScroll: true });
  }, [waiting]);
  return list;
}
