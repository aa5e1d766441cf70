import { toApiError } from "@api/errors";
import { closeDays, closedDayKeys, closedDays, openDays } from "@api/pickups/closed-days";
import { slotKeys } from "@api/pickups/slots";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { formatDay } from "@lib/format/dates";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";

interface DayClosingProps {
  campusId: number;
  /** "YYYY-MM-DD" */
  date: string;
  /** the campus day; days before it are over */
  today: string | undefined;
  /** admins and executives close and open */
  canClose: boolean;
}

const schema = z.object({
  reason: filled("Please say why this day takes no more bookings.", 3),
});

/** Whether a day takes bookings, and for the office the way to close it and open it again. */
export function DayClosing({ campusId, date, today, canClose }: DayClosingProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: closedDayKeys.of(campusId, date),
    queryFn: () => closedDays(campusId, date),
    ...untilReachable,
  });
  const day = { campus_ids: [campusId], from: date, to: date };
  const readAgain = () => void queries.invalidateQueries({ queryKey: slotKeys.all });
  const open = useMutation({
    mutationFn: () => openDays(day),
    networkMode: "always",
    onSuccess: () => toast.success("Day opened again", { description: formatDay(date) }),
    onSettled: readAgain,
  });
  const close = useMutation({
    mutationFn: (reason: string) => closeDays(day, reason),
    networkMode: "always",
    onSuccess: () => {
      setAsking(false);
      toast.success("Day closed", {
        description: "It takes no more bookings. What is booked stays.",
        action: { label: "Undo", onClick: () => open.mutate() },
      });
    },
    onSettled: readAgain,
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { reason: "" },
    busy: close.isPending,
    onSend: ({ reason }) => close.mutate(reason),
  });
  if (!data) return null;
  const closed = data.find((one) => one.date === date);
  const failed = open.error ?? close.error;
  const alert = failed ? <FormAlert tone="error">{toApiError(failed).message}</FormAlert> : null;
  if (closed)
    return (
      <section aria-label="Closed day" className="grid gap-3 rounded-2xl bg-brick-soft p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-sm wrap-anywhere">
            <strong className="text-brick-text">Closed: no more bookings.</strong> {closed.reason}
            {closed.closed_by ? <span className="text-muted"> ({closed.closed_by})</span> : null}
          </p>
          {canClose ? (
            <Button
              size="sm"
              variant="secondary"
              busy={open.isPending}
              onClick={() => open.mutate()}
            >
              Open again
            </Button>
          ) : null}
        </div>
        {alert}
      </section>
    );
  if (!canClose || (today && date < today)) return null;
  if (!asking)
    return (
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Close this day
      </Button>
    );
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid gap-3 rounded-2xl border border-line bg-mist p-4"
    >
      <p className="text-sm">
        {formatDay(date)} then takes no more pickups and no more returns. What is booked stays.
      </p>
      <Field label="Why" required hint="Staff read it, customers do not." error={errorOf("reason")}>
        <Input maxLength={300} autoFocus {...register("reason")} />
      </Field>
      {alert}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={close.isPending}>
          Close this day
        </Button>
        <Button variant="ghost" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
