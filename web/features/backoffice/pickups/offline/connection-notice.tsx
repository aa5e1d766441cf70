import { changeCount } from "@features/backoffice/pickups/day/pickup-words";
import { cn } from "@lib/cn";
import { memoryOnlyCount } from "@lib/offline/unsent-work";
import { CloudOff } from "lucide-react";

export interface Connection {
  /** The server is not reached: what is shown may be out of date. */
  lost: boolean;
  /** changes that wait for it */
  waiting: number;
  /** when what is shown was true, as the crew reads it */
  asOf: string;
}

/** That there is no connection, what is kept meanwhile, and that nothing is to be done. */
export function ConnectionNotice({
  connection: { lost, waiting, asOf },
  className,
}: {
  connection: Connection;
  className?: string;
}) {
  const inMemory = waiting > 0 ? memoryOnlyCount() : 0;
  if (!lost && waiting === 0) return null;
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
        <span className="font-semibold">
          {waiting > 0
            ? `We can't reach the server: ${changeCount(waiting)} kept here`
            : "We can't reach the server"}
        </span>
        {waiting > 0
          ? ". Go on working: sent by itself once it is back."
          : asOf
            ? `. This is the line as of ${asOf}. Go on working: nothing is lost.`
            : ". Trying again by itself."}
      </p>
    </div>
  );
}
