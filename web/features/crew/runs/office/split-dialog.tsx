import type { DaySplit, VanPlan } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { arrangeRuns, proposeSplit, runKeys, type WantedRun } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Spinner } from "@components/ui/spinner";
import { clockTime } from "@features/crew/pickups/day/pickup-words";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface SplitDialogProps {
  campusId: number;
  day: string;
  utcOffset: string | undefined;
  onAccepted: (words: string, runs: readonly WantedRun[]) => void;
  onClose: () => void;
}

/** The stops of a day dealt over its vans: shown first, and accepted as a whole or not at all. */
export function SplitDialog({ campusId, day, utcOffset, onAccepted, onClose }: SplitDialogProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const { data, error } = useQuery({
    queryKey: ["split", campusId, day],
    queryFn: () => proposeSplit(campusId, day),
    retry: false,
    // The day may be another one by the time it is asked for again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = problem || (error ? toApiError(error).message : "");
  const changed = data?.vans.some(({ order, seen }) => order.join() !== seen.join()) ?? false;

  async function accept({ vans }: DaySplit) {
    setBusy(true);
    try {
      await arrangeRuns(vans.map(({ run_id, order, seen }) => ({ run_id, order, seen })));
      onAccepted(
        `The day is split over ${counted(vans.length, "van")}.`,
        vans.map(({ run_id, order, seen }) => ({ run_id, order: seen, seen: order })),
      );
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
        title="Split the day over its vans"
        description="By windows, ways and the work at each door. Locked stops stay in their vans."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">{changed ? "Keep the runs" : "Close"}</Button>
            </DialogClose>
            {data && changed ? (
              <Button busy={busy} onClick={() => void accept(data)}>
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
              <FormAlert tone={data.after_late > 0 ? "note" : "success"}>
                {splitWords(data)}
              </FormAlert>
              {changed ? (
                <ul
                  aria-label="Vans"
                  className="divide-y divide-line rounded-2xl border border-line"
                >
                  {data.vans.map((van) => (
                    <Van key={van.run_id} van={van} utcOffset={utcOffset} />
                  ))}
                </ul>
              ) : (
                <p className="text-sm text-muted">The runs as they are is the best we find.</p>
              )}
            </>
          ) : failed ? null : (
            <p role="status" className="late flex items-center gap-2 text-sm">
              <Spinner /> Dealing the stops…
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** "6 stops will be late, 10 now. More vans help." */
export function splitWords({ before_late, after_late }: DaySplit): string {
  if (after_late === 0)
    return before_late === 0
      ? "All windows are kept, now and after."
      : `All windows are kept. Now ${counted(before_late, "stop")} will be late.`;
  return `${counted(after_late, "stop")} will be late, ${before_late} now. More vans or another date help.`;
}

function Van({ van, utcOffset }: { van: VanPlan; utcOffset: string | undefined }) {
  const { name, stops, late, first_at, last_at } = van;
  return (
    <li className="grid gap-0.5 px-3 py-2 text-sm">
      <b className="font-semibold wrap-anywhere">{name}</b>
      <span className="tabular text-muted">
        {[
          counted(stops, "stop"),
          first_at && last_at
            ? `${clockTime(first_at, utcOffset)} to ${clockTime(last_at, utcOffset)}`
            : stops > 0
              ? "no time left on this day"
              : null,
          late > 0 ? `${late} late` : null,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
