import "@features/office/print.css";
import type { KitDelivery } from "@api/commands.types";
import { formatDay } from "@lib/format/dates";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { kitCode, STATE_WORDS } from "./kit-steps";

export type Printed = "run" | "labels";

interface KitPrintProps {
  kind: Printed;
  kits: readonly KitDelivery[];
  campusName: string;
  day: string;
  /** The browser's print dialog was closed. */
  onDone: () => void;
}

/** Puts paper beside the page, asks the browser to print it, and takes it away again. */
export function KitPrint({ kind, kits, campusName, day, onDone }: KitPrintProps) {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    print();
    return () => removeEventListener("afterprint", onDone);
  }, [onDone]);
  return createPortal(
    <div className="print-sheet">
      {kind === "run" ? (
        <RunSheet kits={kits} heading={`${campusName} · ${formatDay(day, "long")}`} />
      ) : (
        <div className="print-labels">
          {kits.map((kit) => (
            <Label key={kit.booking_id} kit={kit} />
          ))}
        </div>
      )}
    </div>,
    document.body,
  );
}

function RunSheet({ kits, heading }: { kits: readonly KitDelivery[]; heading: string }) {
  return (
    <div className="print-run">
      <h1 style={{ fontSize: "16pt" }}>Supply kits · {heading}</h1>
      <p style={{ margin: "4pt 0 10pt" }}>{kits.length} to deliver</p>
      <table>
        <thead>
          <tr>
            <th>Left</th>
            <th>Residence and address</th>
            <th>Customer</th>
            <th>Phone</th>
            <th>Pickup</th>
            <th>State</th>
            <th>Comments</th>
          </tr>
        </thead>
        <tbody>
          {kits.map((kit) => (
            <tr key={kit.booking_id}>
              <td className="print-short" style={{ fontSize: "14pt", lineHeight: 1 }}>
                ☐
              </td>
              <td>
                <b>{kit.building_name}</b>
                <div>{kit.address}</div>
              </td>
              <td>
                {kit.full_name}
                <div className="tabular">{kitCode(kit)}</div>
              </td>
              <td className="print-short tabular">{kit.phone}</td>
              <td className="print-short">{formatDay(kit.pickup_date, "short", "")}</td>
              <td className="print-short">{STATE_WORDS[kit.state].label}</td>
              <td>
                {kit.additional_comments}
                {kit.note ? <div>Note: {kit.note}</div> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Label({ kit }: { kit: KitDelivery }) {
  return (
    <article className="print-label">
      <div>
        <p style={{ fontSize: "17pt", fontWeight: 700, lineHeight: 1.1 }}>{kit.full_name}</p>
        <p style={{ fontSize: "11pt", marginTop: "4pt" }}>
          {[kit.building_name, kit.address].filter(Boolean).join(", ")}
        </p>
      </div>
      <p
        className="tabular"
        style={{ fontSize: "19pt", fontWeight: 700, letterSpacing: "0.12em", lineHeight: 1 }}
      >
        {kitCode(kit)}
      </p>
    </article>
  );
}
