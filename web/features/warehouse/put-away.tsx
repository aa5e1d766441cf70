import type { Shelf } from "@api/pickups/custody";
import { Scanner, type ScannerProps, type ScanResult } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { useScans } from "@features/warehouse/items/use-scans";
import { cn } from "@lib/cn";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import { CloudOff, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { shelfNamed } from "./warehouse-query";

/** A label that was scanned onto the shelf, with the id of its event. */
interface PutScan {
  id: string;
  label: string;
}

interface PutAwayProps {
  userId: string;
  shelves: readonly Shelf[];
  camera: NonNullable<ScannerProps["camera"]>;
}

/** Scan a shelf, then items: they stand there. */
export function PutAway({ userId, shelves, camera }: PutAwayProps) {
  const { record, takeBack, unsent, problems } = useScans(userId);
  const [shelf, setShelf] = useState<Shelf>();
  const [put, setPut] = useState<readonly PutScan[]>([]);
  const waiting = new Set(unsent.map(({ id }) => id));

  function hear(written: string): ScanResult {
    const code = shelfCode(written);
    if (code) {
      const found = shelfNamed(shelves, code);
      if (!found) return { tone: "wrong", words: `There is no shelf ${code}.` };
      setShelf(found);
      if (found.id !== shelf?.id) setPut([]);
      return { tone: "done", words: `Shelf ${code}: now scan its items.` };
    }
    const label = labelCode(written);
    if (!label)
      return { tone: "wrong", words: "This is no label or shelf of ours. Scan it again." };
    if (!shelf) return { tone: "wrong", words: "Scan the shelf first." };
    if (put.some((one) => one.label === label && !problems.has(one.id)))
      return { tone: "again", words: `${label} stands here already.` };
    const id = record(label, { kind: "shelved", label, location_id: shelf.id });
    setPut([{ id, label }, ...put.filter((one) => one.label !== label)]);
    return { tone: "done", words: `${label} on ${shelf.code}` };
  }

  /** Takes scans of this list back: their items are where they were before. */
  function remove(scans: readonly PutScan[]) {
    for (const { id, label } of scans) void takeBack(label, id);
    setPut(put.filter((one) => !scans.includes(one)));
  }

  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Scanner
        what={shelf ? "an item or another shelf" : "a shelf"}
        example={shelf ? "SS-7K4M2-B" : "V-03-2"}
        camera={camera}
        onCode={hear}
      />
      <section aria-label="Put away" className="grid content-start gap-3">
        {shelf ? (
          <>
            <p className="flex flex-wrap items-center gap-3 text-lg font-semibold">
              Shelf <Code>{shelf.code}</Code>
              <span className="tabular text-sm font-normal text-muted">
                {put.length} scanned now
              </span>
            </p>
            <ul aria-label="Scanned" className="divide-y divide-line border-y border-line">
              {put.map((one) => (
                <PutRow
                  key={one.id}
                  label={one.label}
                  problem={problems.get(one.id)}
                  unsent={waiting.has(one.id)}
                  onRemove={() => remove([one])}
                />
              ))}
            </ul>
            {put.length > 1 ? (
              <Button variant="ghost" className="justify-self-start" onClick={() => remove(put)}>
                <RotateCcw aria-hidden="true" />
                Start over
              </Button>
            ) : null}
          </>
        ) : (
          <p className="text-muted">
            {shelves.length > 0
              ? "Scan the label of a shelf, then everything that you put on it."
              : "There is no shelf yet. An administrator adds them under Shelves."}
          </p>
        )}
      </section>
    </div>
  );
}

interface PutRowProps {
  label: string;
  /** why it stands nowhere */
  problem: string | undefined;
  unsent: boolean;
  onRemove: () => void;
}

function PutRow({ label, problem, unsent, onRemove }: PutRowProps) {
  return (
    <li
      className={cn(
        "flex min-h-12 items-center justify-between gap-3 py-1",
        problem && "bg-brick-soft px-3",
      )}
    >
      <span className="grid min-w-0 justify-items-start gap-0.5">
        <Code>{label}</Code>
        {problem ? (
          <span className="text-sm font-semibold wrap-anywhere text-brick-text">
            Not stored. {problem}
          </span>
        ) : null}
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {problem ? null : unsent ? (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            <CloudOff aria-hidden="true" className="size-3.5" /> not sent
          </span>
        ) : (
          <span className="text-xs text-muted">stored</span>
        )}
        <Button size="icon" variant="ghost" aria-label={`Remove ${label}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </span>
    </li>
  );
}
