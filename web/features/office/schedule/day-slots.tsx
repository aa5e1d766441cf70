import { type Slot, slotKeys, slotsOfDay } from "@api/pickups/slots";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";
import { Skeleton } from "@components/ui/skeleton";
import { formatDay } from "@lib/format/dates";
import { useFailureToast } from "@lib/lists/failure-toast";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DayClosing } from "./day-closing";
import { NoShowAllowance } from "./no-show-allowance";
import { byTimeOfDay, freeTimes, timeOfDayLabel } from "./slot-form";
import { SlotFormCard } from "./slot-form-card";

const FAILURE = "Failed to fetch availability data.";

interface DaySlotsProps {
  campusId: number;
  /** "YYYY-MM-DD" */
  date: string;
  freeReturn: boolean;
  canEdit: boolean;
  canClose: boolean;
  /** the campus day, once it is known */
  today: string | undefined;
}

/** The slots of one campus on one date, and for executives the form that makes and changes them. */
export function DaySlots(props: DaySlotsProps) {
  const { campusId, date, freeReturn, canEdit, canClose, today } = props;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: slotKeys.day(campusId, date),
    queryFn: () => slotsOfDay(campusId, date),
    ...untilReachable,
  });
  const [edited, setEdited] = useState<Slot | null>(null);
  useFailureToast(error, "Error", FAILURE);

  return (
    <div className="grid min-w-0 gap-5">
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="tabular text-lg">{formatDay(date, "medium")}</h3>
          {freeReturn ? <Badge tone="tape">Free return date</Badge> : null}
        </div>
        <DayClosing campusId={campusId} date={date} today={today} canClose={canClose} />
        {error ? (
          <ListProblem
            error={error}
            title="Error"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {FAILURE}
          </ListProblem>
        ) : null}
        {data?.length === 0 ? (
          <EmptyState scene={openBox} title="No slots configured for this date" className="py-4">
            Without slots, bookings on this date have no limit.
          </EmptyState>
        ) : data ? (
          <ul aria-label="Slots" className="grid gap-2">
            {byTimeOfDay(data).map((slot) => (
              <SlotRow
                key={slot.id}
                slot={slot}
                editing={slot.id === edited?.id}
                onEdit={canEdit ? () => setEdited(slot) : null}
              />
            ))}
          </ul>
        ) : error ? null : (
          <div role="status" aria-label="Loading slots" className="grid gap-2">
            {["morning", "afternoon", "evening"].map((part) => (
              <Skeleton key={part} className="h-17 rounded-2xl" />
            ))}
          </div>
        )}
        {canEdit && data && data.length > 0 ? (
          <NoShowAllowance campusId={campusId} date={date} slots={data} />
        ) : null}
      </Card>
      {canEdit && data && !edited && freeTimes(data).length === 0 ? (
        <Card className="text-sm text-muted">
          Every time of day has a slot. Edit one to change its places.
        </Card>
      ) : canEdit && data ? (
        <SlotFormCard
          key={edited?.id ?? `new ${data.length}`}
          campusId={campusId}
          date={date}
          slot={edited}
          others={data}
          onDone={() => setEdited(null)}
        />
      ) : null}
    </div>
  );
}

interface SlotRowProps {
  slot: Slot;
  editing: boolean;
  onEdit: (() => void) | null;
}

function SlotRow({ slot, editing, onEdit }: SlotRowProps) {
  const name = timeOfDayLabel(slot.time_of_day);
  const booked = slot.capacity - slot.available_slots;
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-2xl border px-4 py-3 ${editing ? "border-ink bg-pine-soft" : "border-line bg-mist"}`}
    >
      <div className="grid gap-0.5">
        <p className="font-semibold">{name}</p>
        <p className="tabular flex flex-wrap gap-x-3 text-muted *:whitespace-nowrap">
          <span>
            Available: {slot.available_slots}/{slot.capacity} slots
          </span>
          <span>
            {booked} of {slot.capacity} taken
          </span>
          {slot.beyond > 0 ? <span>{slot.beyond} of them for no-shows</span> : null}
        </p>
      </div>
      {onEdit ? (
        <Button variant="secondary" size="sm" aria-label={`Edit ${name} slot`} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      <div aria-hidden="true" className="col-span-2 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full ${slot.available_slots === 0 ? "bg-brick" : "bg-pine"}`}
          style={{ width: `${(booked / slot.capacity) * 100}%` }}
        />
      </div>
    </li>
  );
}
