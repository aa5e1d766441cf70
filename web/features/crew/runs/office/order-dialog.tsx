import type { OrderProposal, RunCard } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { acceptOrder, runKeys, type WantedRun } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Spinner } from "@components/ui/spinner";
import { shortWindow } from "@features/crew/pickups/day/pickup-words";
import { formatMinutes } from "@lib/format/duration";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { orderRead } from "./run-reads";

interface OrderDialogProps {
  run: RunCard;
  onAccepted: (words: string, runs: readonly WantedRun[]) => void;
  onClose: () => void;
}

/** A shorter order of a run, beside the one that stands: accepted or not, never by itself. */
export function OrderDialog({ run, onAccepted, onClose }: OrderDialogProps) {
  const queries = useQueryClient();
  const [seen] = useState(() => run.stops.map(({ id }) => id));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const { data, error } = useQuery(orderRead(run.id, seen));
  const order = data?.order ?? seen;
  const better = order.some((id, index) => id !== seen[index]);
  const saved = data ? data.before_minutes - data.after_minutes : 0;
  const failed = problem || (error ? toApiError(error).message : "");

  async function accept() {
    setBusy(true);
    try {
      await acceptOrder(run.id, order, seen);
      onAccepted(`${run.name} has the proposed order.`, [
        { run_id: run.id, order: seen, seen: order },
      ]);
      await queries.invalidateQueries({ queryKey: runKeys.all });
      onClose();
    } catch (refused) {
      setProblem(toApiError(refused).message);
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`Order of ${run.name}`}
        description="By windows, flights, ways and the work at each door. Locked stops stay."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">{better ? "Keep the order" : "Close"}</Button>
            </DialogClose>
            {better ? (
              <Button busy={busy} onClick={() => void accept()}>
                Accept
              </Button>
            ) : null}
          </>
        }
      >
        <div className="grid gap-4">
          {failed ? <FormAlert tone="error">{failed}</FormAlert> : null}
          {data ? (
            <>
              <dl className="grid grid-cols-3 gap-2">
                <Figure words="Now" value={formatMinutes(data.before_minutes)} />
                <Figure words="Proposed" value={formatMinutes(data.after_minutes)} />
                <Figure words="Saved" value={saved > 0 ? formatMinutes(saved) : "Nothing"} />
              </dl>
              {lateWords(data).map((words) => (
                <FormAlert key={words} tone="note">
                  {words}
                </FormAlert>
              ))}
              {better ? (
                <ol className="divide-y divide-line rounded-2xl border border-line">
                  {order.map((id, index) => (
                    <Place key={id} run={run} id={id} index={index} />
                  ))}
                </ol>
              ) : (
                <p className="text-sm text-muted">
                  The order as it stands is the shortest we find.
                </p>
              )}
            </>
          ) : failed ? null : (
            <p role="status" className="late flex items-center gap-2 text-sm">
              <Spinner /> Looking for a shorter order…
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** What a planner has to know if one van cannot keep all windows. */
export function lateWords(proposal: OrderProposal): string[] {
  const { before_late, after_late, fits, late_from, vans, order } = proposal;
  const kept = before_late - after_late;
  return [
    ...(kept > 0 ? [`This order keeps ${kept} more ${kept === 1 ? "window" : "windows"}.`] : []),
    ...(late_from === null
      ? []
      : [
          `One van cannot keep all windows of ${order.length} stops: about ${fits} fit. From stop ${late_from} on, it comes too late. ${vans > 1 ? `Plan ${vans} vans.` : "Another date helps."}`,
        ]),
  ];
}

function Figure({ words, value }: { words: string; value: string }) {
  return (
    <div className="grid gap-0.5 rounded-xl bg-mist px-3 py-2">
      <dt className="text-xs text-muted">{words}</dt>
      <dd className="tabular font-semibold">{value}</dd>
    </div>
  );
}

function Place({ run, id, index }: { run: RunCard; id: string; index: number }) {
  const stop = run.stops.find((one) => one.id === id);
  if (!stop) return null;
  const by = stop.position - index - 1;
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <b className="tabular font-semibold">{index + 1}.</b> {stop.full_name}
        <span className="text-muted"> · {shortWindow(stop.window)}</span>
      </span>
      <span className="flex shrink-0 items-center gap-1 text-muted">
        {stop.locked ? <Lock aria-label="Locked" className="size-4" /> : null}
        {by === 0 ? "" : by > 0 ? `${by} earlier` : `${-by} later`}
      </span>
    </li>
  );
}
