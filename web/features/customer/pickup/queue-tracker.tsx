import { bookingKeys } from "@api/bookings/booking";
import { expectedArrival, QUEUE_POLL_MS, queueKeys, queuePlace } from "@api/pickups/queue";
import { runKeys } from "@api/pickups/runs";
import { WithContacts } from "@components/site/contact-us";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";
import { useLiveLines } from "@lib/site/live-lines";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, PhoneCall, Truck, UsersRound } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type QueueWords, queueWords } from "./queue-words";

const LOOKS: Record<QueueWords["tone"], { frame: string; Icon: typeof Truck }> = {
  urgent: { frame: "border-ink bg-tape text-on-tape", Icon: BellRing },
  soon: { frame: "border-tape bg-tape-soft", Icon: Truck },
  waiting: { frame: "border-line bg-pine-soft", Icon: UsersRound },
  late: { frame: "border-brick bg-brick-soft", Icon: PhoneCall },
};
/** How often the time is asked for that goes on by itself while a stop takes long. */
const EXPECTED_POLL_MS = 60_000;

interface QueueTrackerProps {
  userId: string;
  campusId: number;
  day: string;
  /** the booked window is over */
  over: boolean;
  /** the crew of this line is at work */
  begun: boolean;
  /** the booked window */
  window: string | null;
  /** what may be done besides waiting */
  children?: ReactNode;
}

/**
 * The day of the pickup: the place in line, asked for every 5 s and at once when the line changes,
 * and when the crew comes.
 */
export function QueueTracker({
  userId,
  campusId,
  day,
  over,
  begun,
  window,
  children,
}: QueueTrackerProps) {
  const queries = useQueryClient();
  useLiveLines(campusId, (line) => {
    if (line && line.day !== day) return;
    void queries.invalidateQueries({ queryKey: queueKeys.place(userId, day) });
    void queries.invalidateQueries({ queryKey: queueKeys.expected(userId, day) });
    // On Way changes the booking and nobody's place.
    if (line) void queries.invalidateQueries({ queryKey: bookingKeys.all });
    if (line) void queries.invalidateQueries({ queryKey: runKeys.own(userId) });
  });
  const place = useQuery({
    queryKey: queueKeys.place(userId, day),
    queryFn: () => queuePlace(userId, day),
    refetchInterval: QUEUE_POLL_MS,
    networkMode: "always",
  });
  const position = place.data?.queue_position;
  const expected = useQuery({
    queryKey: queueKeys.expected(userId, day),
    queryFn: () => expectedArrival(),
    enabled: position !== undefined,
    refetchInterval: EXPECTED_POLL_MS,
    networkMode: "always",
  });
  const last = useRef(position);

  // Leaving the line or reaching its head changes the booking too: its status is read again.
  useEffect(() => {
    if (last.current !== undefined && last.current !== position) {
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
    }
    last.current = position;
  }, [position, queries]);

  // Until the line is read its room is kept by what is true of most, nobody having a place yet.
  const words = queueWords({ position, arrival: expected.data, over, begun, window });
  const { frame, Icon } = LOOKS[place.isPending ? "waiting" : words.tone];
  return (
    <section
      aria-labelledby="queue-title"
      className={cn("grid content-start gap-3 rounded-card border p-5 sm:p-6", frame)}
    >
      <h3 id="queue-title" className="font-sans text-sm font-semibold tracking-normal">
        Your place in line today
      </h3>
      <div className="relative">
        {place.isPending ? <Skeleton className="absolute inset-0 rounded-xl" /> : null}
        <div
          role={words.tone === "urgent" ? "alert" : "status"}
          className={cn(
            "grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-base",
            place.isPending && "invisible",
          )}
        >
          <Icon aria-hidden="true" className="size-7" />
          <p className="tabular font-display text-2xl leading-tight font-bold tracking-tight sm:text-3xl">
            {words.title}
          </p>
          {words.time ? <p className="tabular col-span-2 font-semibold">{words.time}</p> : null}
          <p className="col-span-2">
            <WithContacts>{words.text}</WithContacts>
          </p>
        </div>
      </div>
      {children}
    </section>
  );
}
