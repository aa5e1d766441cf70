import { changeCount } from "@features/crew/pickups/day/pickup-words";
import { cn } from "@lib/cn";
import { onPersistence, storagePersistence } from "@lib/offline/device-storage";
import { memoryOnlyCount, onUnsentChange } from "@lib/offline/unsent-work";
import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";

const REFUSED_WORDS = "This browser may delete it if the phone runs out of space.";

export interface Connection {
  /** The server is not reached: what is shown may be out of date. */
  lost: boolean;
  /** changes that wait for it */
  waiting: number;
  /** when what is shown was true, as the crew reads it */
  asOf: string;
}

/** Says that there is no connection, what is kept meanwhile, and what is not. */
export function ConnectionNotice({
  connection: { lost, waiting, asOf },
  className,
}: {
  connection: Connection;
  className?: string;
}) {
  const inMemory = useSyncExternalStore(onUnsentChange, memoryOnlyCount);
  const refused = useSyncExternalStore(onPersistence, storagePersistence) === "refused";
  const away = lost || waiting > 0;
  if (!away && inMemory === 0) return null;
  return (
    <div
      role="status"
      className={cn(
        "flex items-start gap-2.5 rounded-xl border border-line-strong bg-tape-soft px-3 py-2 text-sm text-ink",
        className,
      )}
    >
      <CloudOff aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <p className="min-w-0">
        {inMemory > 0 ? (
          <span className="block font-semibold">
            No room on this device: {changeCount(inMemory)} in memory only. Keep this page open.
          </span>
        ) : null}
        {away ? (
          <span className="block">
            <span className="font-semibold">
              {waiting > 0
                ? `We can't reach the server: ${changeCount(waiting)} kept here`
                : "We can't reach the server"}
            </span>
            {waiting > 0 || inMemory > 0
              ? ". Go on working: sent by itself once it is back."
              : asOf
                ? `. This is the line as of ${asOf}. Go on working: changes are kept here.`
                : ". Trying again by itself."}
          </span>
        ) : null}
        {waiting > 0 && refused ? <span className="block">{REFUSED_WORDS}</span> : null}
      </p>
    </div>
  );
}
