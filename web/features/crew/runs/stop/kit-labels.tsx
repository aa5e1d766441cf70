import type { StopCard } from "@api/commands.types";
import { Scanner, type ScanResult } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { crewLane } from "@features/crew/offline/crew-lane";
import { handedOutStrips } from "@features/crew/offline/tell-scans";
import { isOpen } from "@features/crew/runs/run-words";
import { labelCode } from "@lib/labels/label-code";
import type { Sender } from "@lib/offline/lane";
import { onOutboxChange, stateOf } from "@lib/offline/outbox";
import { ScanLine } from "lucide-react";
import { useState, useSyncExternalStore } from "react";

/** The labels that stay with a customer's kit: the ends of a strip are scanned. */
export function KitLabels({ sender, stop }: { sender: Sender; stop: StopCard }) {
  const [scanning, setScanning] = useState(false);
  const [first, setFirst] = useState<string>();
  const entries = useSyncExternalStore(onOutboxChange, () => crewLane.entries(sender.userId));
  const handedOut = useSyncExternalStore(onOutboxChange, handedOutStrips);
  const bookingId = stop.booking_id;
  if (!bookingId) return null;

  const open = isOpen(stop);
  const stored = handedOut.flatMap((strip) =>
    strip.booking_id === bookingId ? stripWords(strip) : [],
  );
  const unsent = entries.flatMap(({ id, work }) =>
    work.what === "labels" && work.strip.booking_id === bookingId && stateOf(id) !== "acknowledged"
      ? stripWords(work.strip)
      : [],
  );

  function handOut(from: string, to: string) {
    const strip = { booking_id: bookingId ?? "", first: from, last: to };
    void crewLane.record(sender, { work: { what: "labels", about: stop.full_name, strip } });
    setFirst(undefined);
  }

  function hear(written: string): ScanResult {
    const code = labelCode(written);
    if (!code) return { tone: "wrong", words: "This is no label of ours. Scan it again." };
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
        {open ? (
          <Button
            variant="secondary"
            aria-pressed={scanning}
            className="max-sm:h-14"
            onClick={() => setScanning(!scanning)}
          >
            <ScanLine aria-hidden="true" />
            {scanning ? "Stop scanning" : "Scan"}
          </Button>
        ) : null}
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
          {[...new Set(stored)].map((strip) => (
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
