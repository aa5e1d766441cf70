import type { PulledItem } from "@api/commands.types";
import { toApiError } from "@api/errors";
import type { ItemEvent } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { NO_LABEL } from "@components/scanner/no-label";
import { ScanToggle } from "@components/scanner/scan-toggle";
import { Scanner, type ScanResult } from "@components/scanner/scanner";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { recordItems } from "@features/crew/offline/record-items";
import { formatDay } from "@lib/format/dates";
import { labelCode } from "@lib/labels/label-code";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pullRead } from "./run-reads";

type Step = { kind: ItemEvent["kind"]; words: string };
/** What comes next for an item that goes out, by its state. */
const NEXT: Record<string, Step> = {
  in_storage: { kind: "pulled", words: "Pulled" },
  picked_up: { kind: "loaded", words: "On van" },
  pulled: { kind: "loaded", words: "On van" },
};
const STATES: Record<string, string> = {
  in_storage: "On the shelf",
  picked_up: "Not on a shelf",
  pulled: "Pulled",
  out_for_delivery: "On the van",
  missing: "Missing",
};
const AFTER: Record<string, string> = { pulled: "pulled", loaded: "out_for_delivery" };

interface PullListProps {
  userId: string;
  campusId: number;
  day: string;
  onClose: () => void;
}

/** What goes out on a day, by shelf: scanned or ticked as pulled, then as loaded. */
export function PullList({ userId, campusId, day, onClose }: PullListProps) {
  const queries = useQueryClient();
  const pull = pullRead(campusId, day);
  const { data, error } = useQuery({ ...pull, refetchInterval: 5_000 });
  const [scanning, setScanning] = useState(false);
  const left = data?.filter(({ state }) => state in NEXT).length ?? 0;

  function step(item: PulledItem, { kind }: Step) {
    queries.setQueryData(pull.queryKey, (rows) =>
      rows?.map((row) => (row.id === item.id ? { ...row, state: AFTER[kind] ?? row.state } : row)),
    );
    const about = `${item.full_name}, item ${item.number}`;
    recordItems({ queries, userId }, about, [{ kind, item_id: item.id }]);
  }

  function heard(written: string): ScanResult {
    const code = labelCode(written);
    if (!code) return NO_LABEL;
    const item = data?.find(({ label_code }) => label_code === code);
    if (!item) return { tone: "wrong", words: "This does not go out on this day." };
    const next = NEXT[item.state];
    if (!next) return { tone: "again", words: `${STATES[item.state] ?? item.state} already.` };
    step(item, next);
    return { tone: "done", words: `${next.words}: ${item.full_name}, item ${item.number}` };
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="lg"
        title={`Pull list of ${formatDay(day)}`}
        description={
          data
            ? `${left} of ${data.length} items are not on the van yet.`
            : "By shelf, for the van."
        }
        footer={
          <>
            <ScanToggle scanning={scanning} onScanning={setScanning} />
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          {error ? <FormAlert tone="error">{toApiError(error).message}</FormAlert> : null}
          {scanning ? <Scanner what="the label" onCode={heard} /> : null}
          {data?.length === 0 ? (
            <p className="text-sm text-muted">Nothing goes out on this day.</p>
          ) : null}
          {data || error ? null : <Skeleton late className="h-60 rounded-2xl" />}
          <ul className="divide-y divide-line">
            {data?.map((item) => {
              const next = NEXT[item.state];
              return (
                <li key={item.id} className="flex items-center justify-between gap-3 py-2">
                  <div className="grid min-w-0 gap-0.5">
                    <p className="flex flex-wrap items-center gap-2">
                      <b className="tabular font-semibold">{item.location ?? "No shelf"}</b>
                      <span className="tabular text-sm">{item.label_code ?? "No label"}</span>
                      {item.heavy ? <Badge tone="brick">Heavy</Badge> : null}
                    </p>
                    <p className="text-sm wrap-anywhere text-muted">
                      {item.full_name}, item {item.number}: {item.description} · {item.run_name},
                      stop {item.position}
                    </p>
                  </div>
                  {next ? (
                    <Button
                      variant="secondary"
                      aria-label={`${next.words}: ${item.label_code ?? item.description}`}
                      onClick={() => step(item, next)}
                    >
                      {next.words}
                    </Button>
                  ) : (
                    <Badge tone={item.state === "missing" ? "brick" : "solid"}>
                      {STATES[item.state] ?? item.state}
                    </Badge>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      </DialogContent>
    </Dialog>
  );
}
