import type { StopCard } from "@api/commands.types";
import { NO_LABEL } from "@components/scanner/no-label";
import { ScanToggle } from "@components/scanner/scan-toggle";
import { Scanner, type ScanResult } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { crewLane } from "@features/crew/offline/crew-lane";
import { isOpen } from "@features/crew/runs/run-words";
import { labelCode } from "@lib/labels/label-code";
import { draftOf, keepDraft } from "@lib/offline/drafts";
import type { Sender } from "@lib/offline/lane";
import { onOutboxChange, stateOf } from "@lib/offline/outbox";
import { useState, useSyncExternalStore } from "react";

/** The first label of a strip whose last one is not scanned yet. */
interface StripDraft {
  stop: string;
  first: string;
}

/** The labels that stay with a customer's kit: the ends of a strip are scanned. */
export function KitLabels({ sender, stop }: { sender: Sender; stop: StopCard }) {
  const [scanning, setScanning] = useState(false);
  const draftName = `strip:${sender.userId}`;
  const [first, setFirstHere] = useState(() => {
    const kept = draftOf(draftName) as StripDraft | undefined;
    return kept?.stop === stop.id ? kept.first : undefined;
  });
  const entries = useSyncExternalStore(onOutboxChange, () => crewLane.entries(sender.userId));
  const bookingId = stop.booking_id;
  if (!bookingId) return null;

  const open = isOpen(stop);
  const stored = stop.strips.map(stripWords);
  const unsent = entries.flatMap(({ id, work }) =>
    work.what === "labels" && work.strip.booking_id === bookingId && stateOf(id) !== "acknowledged"
      ? stripWords(work.strip)
      : [],
  );

  /** Kept on the device: a sheet that is closed before the last label is scanned loses nothing. */
  function setFirst(code: string | undefined) {
    setFirstHere(code);
    void keepDraft(draftName, code && { stop: stop.id, first: code });
  }

  function handOut(from: string, to: string) {
    const strip = { booking_id: bookingId ?? "", first: from, last: to };
    void crewLane.record(sender, { work: { what: "labels", about: stop.full_name, strip } });
    setFirst(undefined);
  }

  function hear(written: string): ScanResult {
    const code = labelCode(written);
    if (!code) return NO_LABEL;
    if (first) {
      handOut(first, code);
      return { tone: "done", words: stripWords({ first, last: code }) };
    }
    setFirst(code);
    return { tone: "done", words: `${code}. Now scan the last label of the strip.` };
  }

  return (
    <section aria-label="Labels" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold">Labels that stay here</h3>
        {open ? <ScanToggle scanning={scanning} onScanning={setScanning} /> : null}
      </div>
      {open && scanning ? (
        <Scanner what={first ? "the last label" : "the first label"} onCode={hear} />
      ) : null}
      {open && first ? (
        <Button
          variant="secondary"
          className="justify-self-start max-sm:h-14"
          onClick={() => handOut(first, first)}
        >
          Only {first}
        </Button>
      ) : null}
      {stored.length + unsent.length > 0 ? (
        <ul aria-label="Handed out" className="tabular grid gap-1 text-sm">
          {stored.map((strip) => (
            <li key={strip}>{strip}</li>
          ))}
          {[...new Set(unsent)].map((strip) => (
            <li key={`unsent ${strip}`}>
              {strip} <span className="text-muted">not sent</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function stripWords({ first, last }: { first: string; last?: string | null }): string {
  return last && last !== first ? `${first} to ${last}` : first;
}
