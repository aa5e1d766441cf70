import type { StopCard } from "@api/commands.types";
import { Scanner, type ScanResult } from "@components/scanner/scanner";
import { Button } from "@components/ui/button";
import { crewLane } from "@features/crew/offline/crew-lane";
import { labelCode } from "@lib/labels/label-code";
import type { Sender } from "@lib/offline/lane";
import { ScanLine } from "lucide-react";
import { useState } from "react";

/** The labels that stay with a customer's kit: the ends of a strip are scanned. */
export function KitLabels({ sender, stop }: { sender: Sender; stop: StopCard }) {
  const [scanning, setScanning] = useState(false);
  const [first, setFirst] = useState<string>();
  const [strips, setStrips] = useState<readonly string[]>([]);
  const bookingId = stop.booking_id;
  if (!bookingId) return null;

  function handOut(from: string, to: string) {
    const strip = { booking_id: bookingId ?? "", first: from, last: to };
    void crewLane.record(sender, { work: { what: "labels", about: stop.full_name, strip } });
    setFirst(undefined);
    setStrips([...strips, from === to ? from : `${from} to ${to}`]);
  }

  function hear(written: string): ScanResult {
    const code = labelCode(written);
    if (!code) return { tone: "wrong", words: "This is no label of ours. Scan it again." };
    if (first) {
      handOut(first, code);
      return { tone: "done", words: first === code ? code : `${first} to ${code}` };
    }
    setFirst(code);
    return { tone: "done", words: `${code}. Now scan the last label of the strip.` };
  }

  return (
    <section aria-label="Labels" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold">Labels that stay here</h3>
        <Button
          variant="secondary"
          aria-pressed={scanning}
          className="max-sm:h-14"
          onClick={() => setScanning(!scanning)}
        >
          <ScanLine aria-hidden="true" />
          {scanning ? "Stop scanning" : "Scan"}
        </Button>
      </div>
      {scanning ? (
        <Scanner what={first ? "the last label" : "the first label"} onCode={hear} />
      ) : null}
      {scanning && first ? (
        <Button
          variant="secondary"
          className="justify-self-start max-sm:h-14"
          onClick={() => handOut(first, first)}
        >
          Only {first}
        </Button>
      ) : null}
      {strips.length > 0 ? (
        <ul aria-label="Handed out" className="tabular grid gap-1 text-sm">
          {strips.map((strip) => (
            <li key={strip}>{strip}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
