import type { RelatedBooking } from "@api/customers/related";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { LatePanel } from "@components/ui/late-panel";
import type { BulkRow } from "@features/office/bulk/bulk-row";
import { lateCode } from "@lib/browser/late-code";
import { formatDay } from "@lib/format/dates";
import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";

const moveCode = lateCode(() => import("@features/office/bulk/move-dialog"));
const MOVABLE = ["pending", "confirmed"];

interface FamilyProps {
  /** the booking that is looked at */
  own: BulkRow & { status: string };
  family: readonly RelatedBooking[];
}

/** People who book with one email or phone, as a parent does for children; moved together. */
export function Family({ own, family }: FamilyProps) {
  const rows = [own, ...family.map(rowOf)].filter(({ status }) => MOVABLE.includes(status));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<readonly BulkRow[] | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const chosen = rows.filter(({ id }) => !left.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setLeft((now) => new Set(isChosen ? [...now].filter((one) => one !== id) : [...now, id]));
  return (
    <>
      <h3 className="text-lg">Family or group</h3>
      <p className="text-sm">
        Also booked with this email or phone: {family.map(({ child }) => child).join(", ")}.
      </p>
      {rows.length > 1 ? (
        <>
          <ul className="grid gap-1">
            {rows.map(({ id, name, pickupDate, pickupTime }) => (
              <li key={id}>
                <Checkbox
                  label={<span className="wrap-anywhere">{name}</span>}
                  description={whenWords(pickupDate, pickupTime)}
                  checked={!left.has(id)}
                  onCheckedChange={(isChosen) => choose(id, isChosen)}
                />
              </li>
            ))}
          </ul>
          <Button
            ref={opener}
            size="sm"
            className="justify-self-start"
            disabled={chosen.length === 0}
            onClick={() => setMoved(chosen)}
          >
            <CalendarDays aria-hidden="true" />
            {left.size > 0 ? `Move ${chosen.length}...` : "Move all..."}
          </Button>
        </>
      ) : null}
      {moved ? (
        <LatePanel code={moveCode} onFail={() => setMoved(null)}>
          {({ MoveDialog }) => (
            <MoveDialog
              rows={moved}
              onClose={() => {
                setMoved(null);
                opener.current?.focus({ preventScroll: true });
              }}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}

function whenWords(day: string | null, time: string | null): string {
  return [formatDay(day, "medium", "No pickup date"), time].filter(Boolean).join(", ");
}

function rowOf(one: RelatedBooking): BulkRow & { status: string } {
  return {
    id: one.id,
    name: one.name,
    campusId: one.campus_id,
    pickupDate: one.pickup_date,
    pickupTime: one.pickup_time,
    status: one.status,
  };
}
