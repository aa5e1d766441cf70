import { bookingKeys } from "@api/bookings";
import { QUEUE_POLL_MS, queueKeys, queuePlace } from "@api/queue";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, Truck, UsersRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { type QueueWords, queueWords } from "./queue-words";

const LOOKS: Record<QueueWords["tone"], { frame: string; Icon: typeof Truck }> = {
  urgent: { frame: "border-ink bg-tape text-on-tape", Icon: BellRing },
  soon: { frame: "border-tape bg-tape-soft", Icon: Truck },
  waiting: { frame: "border-line bg-pine-soft", Icon: UsersRound },
};
const NO_PLACE: QueueWords = {
  tone: "waiting",
  title: "Pickup is today",
  text: "Your place in line shows here once the crew has set the route.",
};

/** The customer's place in today's line, asked for every 5 s. */
export function QueueTracker({ userId, day }: { userId: string; day: string }) {
  const queries = useQueryClient();
  const place = useQuery({
    queryKey: queueKeys.place(userId, day),
    queryFn: () => queuePlace(userId, day),
    refetchInterval: QUEUE_POLL_MS,
    networkMode: "always",
  });
  const position = place.data?.queue_position;
  const last = useRef(position);

  // Leaving the line or reaching its head changes the booking too: its status is read again.
  useEffect(() => {
    if (last.current !== undefined && last.current !== position) {
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
    }
    last.current = position;
  }, [position, queries]);

  if (place.isPending) return <Skeleton className="h-36 rounded-card" />;
  const words = position === undefined ? NO_PLACE : queueWords(position);
  const { frame, Icon } = LOOKS[words.tone];
  return (
    <section
      aria-labelledby="queue-title"
      className={cn("grid content-center gap-2 rounded-card border p-5 sm:px-6", frame)}
    >
      <h3 id="queue-title" className="font-sans text-sm font-semibold tracking-normal">
        Your place in line today
      </h3>
      <div
        role={words.tone === "urgent" ? "alert" : "status"}
        className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1"
      >
        <Icon aria-hidden="true" className="size-7" />
        <p className="tabular font-display text-2xl leading-tight font-bold tracking-tight">
          {words.title}
        </p>
        <p className="col-span-2">{words.text}</p>
      </div>
    </section>
  );
}
