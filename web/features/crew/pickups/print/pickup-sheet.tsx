import "@features/office/print.css";
import type { Stop } from "@api/commands.types";
import { flightWords, placeLines, shortWindow } from "@features/crew/pickups/day/pickup-words";
import { byPerson } from "@features/warehouse/items/by-person";
import { formatDay } from "@lib/format/dates";
import { formatPhone } from "@lib/forms/phone";
import { useEffect } from "react";
import { createPortal } from "react-dom";

export interface PickupSheetProps {
  /** those to do, in the order of the line */
  stops: readonly Stop[];
  campusName: string;
  /** "YYYY-MM-DD" */
  day: string;
}

/** A campus's day on paper, for a crew that works without a phone: who, where, what, boxes to tick. */
export function PickupSheet({
  stops,
  campusName,
  day,
  onDone,
}: PickupSheetProps & { onDone: () => void }) {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    print();
    return () => removeEventListener("afterprint", onDone);
  }, [onDone]);
  return createPortal(
    <div className="print-sheet">
      <div className="print-run">
        <h1 style={{ fontSize: "16pt" }}>
          Pickups · {campusName} · {formatDay(day, "long")}
        </h1>
        <p style={{ margin: "4pt 0 10pt" }}>{stops.length} to do</p>
        <table>
          <thead>
            <tr>
              <th>Done</th>
              <th>No.</th>
              <th>Window</th>
              <th>Customer</th>
              <th>Phone</th>
              <th>Residence and address</th>
              <th>Items</th>
              <th>Notes</th>
            </tr>
          </thead>
          <tbody>
            {stops.map((stop, index) => (
              <tr key={stop.queue_id ?? stop.booking_id ?? index}>
                <td className="print-short" style={{ fontSize: "14pt", lineHeight: 1 }}>
                  ☐
                </td>
                <td className="print-short tabular">{index + 1}</td>
                <td className="print-short">
                  {shortWindow(stop.pickup_time)}
                  {flightWords(stop) ? <div>{flightWords(stop)}</div> : null}
                </td>
                <td>
                  <b>{stop.full_name}</b>
                  <div className="tabular">{stop.customer_id ?? "Guest"}</div>
                  {stop.contact_name ? <div>At the door: {stop.contact_name}</div> : null}
                </td>
                <td className="print-short tabular">{stop.phone ? formatPhone(stop.phone) : ""}</td>
                <td>
                  {placeLines(stop).map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </td>
                <td>
                  <Items {...stop} />
                </td>
                <td>{stop.additional_comments}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>,
    document.body,
  );
}

/** What the customer listed, each with a box to tick; room to write the count where nothing is. */
function Items({ items, friends }: Pick<Stop, "items" | "friends">) {
  if (items.length === 0 && friends.length === 0) return <>☐ ____ items</>;
  return byPerson(items, friends).map(({ friend, items: own }) => (
    <div key={friend?.id ?? "customer"}>
      {friend ? (
        <b>
          {friend.name}, {friend.room ?? "at this door"}
        </b>
      ) : null}
      {own.map((item) => (
        <div key={item.id}>
          ☐ {item.description}
          {item.heavy ? " (over 50 lb)" : ""}
        </div>
      ))}
      {own.length === 0 ? <div>☐ ____ items</div> : null}
    </div>
  ));
}
