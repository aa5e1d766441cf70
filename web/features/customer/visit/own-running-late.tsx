import { announceLate } from "@api/bookings/pickup-links";
import type { OwnStop } from "@api/commands.types";
import { runKeys } from "@api/pickups/runs";
import { campusHour } from "@lib/format/campus-hour";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";

const RunningLate = lazy(() => import("./running-late"));

interface OwnRunningLateProps {
  userId: string;
  stop: OwnStop | undefined;
  utcOffset: string;
}

/** The same for one's own stop, once its crew is at work. */
export function OwnRunningLate({ userId, stop, utcOffset }: OwnRunningLateProps) {
  const queries = useQueryClient();
  const coming = stop && (stop.ahead !== null || stop.state !== "waiting");
  if (!stop?.booking_id || !coming) return null;
  const id = stop.booking_id;
  return (
    <Suspense>
      <RunningLate
        until={campusHour(stop.late_until, utcOffset)}
        announce={(minutes) => announceLate(id, minutes)}
        onAnnounced={() => void queries.invalidateQueries({ queryKey: runKeys.own(userId) })}
      />
    </Suspense>
  );
}
