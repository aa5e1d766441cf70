import type { Booking } from "@api/bookings/booking";
import { customerName } from "@api/bookings/words";
import { type RelatedBooking, relatedKeys, tellApart } from "@api/customers/related";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { relatedRead } from "@features/office/bookings/record/record-reads";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { lateCode } from "@lib/browser/late-code";
import { formatDay } from "@lib/format/dates";
import { writtenPhone } from "@lib/forms/phone";
import { toast } from "@lib/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Family } from "./family";
import { signWords } from "./related-words";

const mergeCode = lateCode(() => import("./merge-dialog"));

export type RelatedTo = Pick<
  Booking,
  | "id"
  | "status"
  | "user_id"
  | "first_name"
  | "last_name"
  | "guest_first_name"
  | "guest_last_name"
  | "email"
  | "campus_id"
  | "pickup_date"
  | "pickup_time"
>;

interface RelatedBookingsProps {
  booking: RelatedTo;
  /** The office merges and tells apart; the crew only sees them. */
  office: boolean;
}

/** Who else may be this customer; nothing is drawn without related bookings. */
export function RelatedBookings({ booking, office }: RelatedBookingsProps) {
  const { data } = useQuery(relatedRead(booking.id));
  const section = useRef<HTMLElement>(null);
  if (!data || data.length === 0) return null;
  const duplicates = data.filter(({ duplicate }) => duplicate);
  const family = data.filter((one) => one.family);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Related bookings"
      className="grid gap-3 rounded-2xl border border-line bg-mist p-4 outline-none sm:p-5"
    >
      {duplicates.length > 0 ? (
        <Duplicates
          booking={booking}
          duplicates={duplicates}
          office={office}
          onLess={() => section.current?.focus({ preventScroll: true })}
        />
      ) : null}
      {office && family.length > 0 ? <Family own={rowOf(booking)} family={family} /> : null}
    </section>
  );
}

interface DuplicatesProps {
  booking: RelatedTo;
  duplicates: readonly RelatedBooking[];
  office: boolean;
  /** A row or all of them went, with what had the focus. */
  onLess: () => void;
}

function Duplicates({ booking, duplicates, office, onLess }: DuplicatesProps) {
  const queries = useQueryClient();
  const [merged, setMerged] = useState<RelatedBooking | null>(null);
  const apart = useRecordStep(
    (ids: string[]) => tellApart([booking.id, ...ids]),
    () => {
      toast.success("Not a Duplicate", { description: "We remember that." });
      onLess();
      void queries.invalidateQueries({ queryKey: relatedKeys.of(booking.id) });
    },
  );
  const all = duplicates.map(({ id }) => id);
  return (
    <>
      <h3 className="text-lg">Possible duplicates</h3>
      <ul className="grid gap-3">
        {duplicates.map((one) => (
          <li
            key={one.id}
            className="grid gap-2 rounded-2xl border border-line bg-sheet p-4 text-sm"
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={`?tab=bookings&booking=${one.id}`}
                className="font-semibold underline underline-offset-4"
              >
                {one.name}
              </Link>
              <span className="tabular text-xs text-muted">
                {one.customer_id ?? "Guest"} · {one.code}
              </span>
            </p>
            <p className="tabular wrap-anywhere">
              {[
                one.email,
                one.phone ? writtenPhone(one.phone) : null,
                formatDay(one.pickup_date, "medium", ""),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <p className="text-muted">{signWords(one)}</p>
            {office ? (
              <div className="flex flex-wrap gap-2">
                {canMerge(booking, one) ? (
                  <Button size="sm" variant="secondary" onClick={() => setMerged(one)}>
                    Merge...
                  </Button>
                ) : null}
                <Button
                  size="sm"
                  variant="secondary"
                  busy={apart.isPending}
                  onClick={() => apart.mutate([one.id])}
                >
                  Not a duplicate
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {office && all.length > 1 ? (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          busy={apart.isPending}
          onClick={() => apart.mutate(all)}
        >
          All are different people
        </Button>
      ) : null}
      {apart.problem ? <FormAlert tone="error">{apart.problem}</FormAlert> : null}
      {merged ? (
        <LatePanel code={mergeCode} onFail={() => setMerged(null)}>
          {({ MergeDialog }) => (
            <MergeDialog
              sides={[sideOf(booking), sideOf(merged)]}
              onClose={() => {
                setMerged(null);
                onLess();
              }}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}

/** Two accounts, or an account and a guest's booking. */
function canMerge(one: Pick<Booking, "user_id">, other: Pick<RelatedBooking, "user_id">): boolean {
  return (one.user_id !== null || other.user_id !== null) && one.user_id !== other.user_id;
}

function rowOf(booking: RelatedTo) {
  return {
    id: booking.id,
    name: customerName(booking),
    campusId: booking.campus_id,
    pickupDate: booking.pickup_date,
    pickupTime: booking.pickup_time,
    status: booking.status,
  };
}

function sideOf(booking: RelatedTo | RelatedBooking) {
  return {
    bookingId: booking.id,
    userId: booking.user_id,
    name: "name" in booking ? booking.name : customerName(booking),
    email: booking.email,
  };
}
