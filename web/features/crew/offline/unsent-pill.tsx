import { crewLane } from "@features/crew/offline/crew-lane";
import { changeCount } from "@features/crew/pickups/day/pickup-words";
import { keepClear } from "@lib/browser/screen-foot";
import { onUnsentChange, unsentCount } from "@lib/offline/unsent-work";
import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";

/** Sends a person's unsent work from whatever page is open, and says how much there is. */
export function UnsentPill({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const count = useSyncExternalStore(onUnsentChange, () => unsentCount(userId));
  useEffect(() => void crewLane.resume({ queries, userId }), [queries, userId]);
  if (count === 0) return null;
  return (
    <p
      ref={keepClear}
      role="status"
      className="fixed bottom-[max(0.75rem,env(safe-area-inset-bottom))] left-3 z-40 flex items-center gap-2 rounded-full border border-line-strong bg-tape-soft px-3.5 py-2 text-sm font-semibold text-ink"
    >
      <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
      {changeCount(count)} not sent yet
    </p>
  );
}
