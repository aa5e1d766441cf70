import type { Shelf } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { Scanner, type ScannerProps, type ScanResult } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { useScans } from "@features/warehouse/items/use-scans";
import { labelCode, shelfCode } from "@lib/labels/label-code";
import type { EntryState } from "@lib/offline/outbox";
import { CloudOff, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { countDraft, keepCount } from "./count-draft";
import { SettleStocktakes } from "./settle-stocktake";
import { shelfNamed } from "./warehouse-query";

interface StocktakeProps {
  userId: string;
  shelves: readonly Shelf[];
  /** Admins and executives settle what was found. */
  office: boolean;
  camera: NonNullable<ScannerProps["camera"]>;
}

/**
 * Scan a shelf and all that stands on it: the difference is shown once it is sent, and waits for the
 * office. Without a signal it is kept on this device.
 */
export function Stocktake({ userId, shelves, office, camera }: StocktakeProps) {
  const { count, differences, stateOf } = useScans(userId);
  const [draft] = useState(() => countDraft(userId));
  const [shelf, setShelf] = useState(() => shelves.find(({ id }) => id === draft?.shelfId));
  const [labels, setLabels] = useState<readonly string[]>(shelf && draft ? draft.labels : []);
  /** under which id this shelf was handed over */
  const [taken, setTaken] = useState<string>();

  function counted(on: Shelf, next: readonly string[]) {
    setLabels(next);
    void keepCount(userId, { shelfId: on.id, labels: next });
  }

  function finish(on: Shelf) {
    const at = new Date().toISOString();
    setTaken(count(`Shelf ${on.code}`, { location_id: on.id, labels: [...labels], at }));
    void keepCount(userId, undefined);
  }

  /** Counts again from the shelf on; another shelf may be chosen too. */
  function startOver() {
    setShelf(undefined);
    setLabels([]);
    void keepCount(userId, undefined);
  }

  function hear(written: string): ScanResult {
    const code = shelfCode(written);
    if (code) {
      const found = shelfNamed(shelves, code);
      if (!found) return { tone: "wrong", words: `There is no shelf ${code}.` };
      if (shelf && shelf.id !== found.id && labels.length > 0 && !taken)
        return { tone: "wrong", words: `Finish shelf ${shelf.code} first.` };
      // The shelf's label once more, in the middle of its count, changes nothing.
      if (shelf?.id === found.id && labels.length > 0 && !taken)
        return { tone: "again", words: `Shelf ${code}: go on with its items.` };
      setShelf(found);
      counted(found, []);
      setTaken(undefined);
      return { tone: "done", words: `Shelf ${code}: scan all that stands there.` };
    }
    const label = labelCode(written);
    if (!label)
      return { tone: "wrong", words: "This is no label or shelf of ours. Scan it again." };
    if (!shelf || taken) return { tone: "wrong", words: "Scan the shelf first." };
    if (labels.includes(label)) return { tone: "again", words: `${label} is counted already.` };
    counted(shelf, [label, ...labels]);
    return { tone: "done", words: `${labels.length + 1}: ${label}` };
  }

  const found = taken ? differences.get(taken) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-5 md:grid-cols-2">
        <Scanner
          what={shelf && !taken ? "an item" : "a shelf"}
          example={shelf && !taken ? "SS-7K4M2-B" : "V-03-2"}
          camera={camera}
          onCode={hear}
        />
        <section aria-label="Counted" className="grid content-start gap-3">
          {shelf ? (
            <>
              <p className="flex flex-wrap items-center gap-3 text-lg font-semibold">
                Shelf <Code>{shelf.code}</Code>
                <span className="tabular text-sm font-normal text-muted">
                  {labels.length} scanned, {shelf.used} should stand here
                </span>
              </p>
              {labels.length > 0 ? (
                <ul aria-label="Scanned" className="flex flex-wrap gap-2">
                  {labels.map((label) => (
                    <li key={label} className="flex items-center">
                      <Code>{label}</Code>
                      {taken ? null : (
                        <Button
                          size="icon"
                          variant="ghost"
                          aria-label={`Remove ${label}`}
                          onClick={() =>
                            counted(
                              shelf,
                              labels.filter((one) => one !== label),
                            )
                          }
                        >
                          <X aria-hidden="true" />
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              ) : null}
              {found ? (
                <FormAlert
                  tone={found.missing.length + found.unexpected.length > 0 ? "note" : "success"}
                >
                  {found.missing.length + found.unexpected.length > 0 ? (
                    <>
                      <Difference words="Missing here" labels={found.missing} />
                      <Difference words="Not expected here" labels={found.unexpected} />
                      <p>{office ? "Settle it below." : "The office settles it."}</p>
                    </>
                  ) : (
                    <p>All is as it should be.</p>
                  )}
                </FormAlert>
              ) : taken ? (
                <p role="status" className="flex items-start gap-2 text-sm text-muted">
                  <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                  {keptWords(stateOf(taken))}
                </p>
              ) : (
                <div className="flex flex-wrap gap-2">
                  <Button className="h-14" onClick={() => finish(shelf)}>
                    Finish shelf {shelf.code}
                  </Button>
                  <Button variant="ghost" className="h-14" onClick={startOver}>
                    <RotateCcw aria-hidden="true" />
                    Start over
                  </Button>
                </div>
              )}
            </>
          ) : (
            <p className="text-muted">Scan the label of the shelf that you count.</p>
          )}
        </section>
      </div>
      {office ? <SettleStocktakes /> : null}
    </div>
  );
}

function keptWords(state: EntryState | undefined): string {
  if (state === "memory") return "In memory only. Keep this page open until it is sent.";
  if (state === "kept") return "Kept on this device, and sent by itself. Scan the next shelf.";
  return "Sending…";
}

function Difference({ words, labels }: { words: string; labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <p className="font-semibold">
      {words}: <span className="tabular font-normal">{labels.join(", ")}</span>
    </p>
  );
}
