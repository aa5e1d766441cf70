import { toApiError } from "@api/errors";
import { bookedDays, closeDays, openDays } from "@api/pickups/closed-days";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { CampusChoice } from "@features/office/campus-choice";
import { useDataSession } from "@features/office/data-session";
import { formatDay } from "@lib/format/dates";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { longCampus } from "@lib/site/campus-names";
import { shownCampuses } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { useReadPlacesAgain } from "./read-again";

const schema = z.object({ reason: filled("Please say why there are no more bookings.", 3) });

/** Closes days of several campuses with a reason, and opens them again; what is booked stays. */
export function CloseRange({ today }: { today: string }) {
  const { via, cacheKey } = useDataSession();
  const [campusIds, setCampusIds] = useState(() => shownCampuses.map(({ id }) => id));
  const [from, setFrom] = useState<string>();
  const [last, setLast] = useState<string>();
  const to = last && from && last >= from ? last : from;
  const days = from && to && campusIds.length ? { campus_ids: campusIds, from, to } : null;
  const booked = useQuery({
    queryKey: [...cacheKey, "booked-days", days],
    queryFn: () => (days ? bookedDays(days, via) : []),
    enabled: days !== null,
    ...untilReachable,
    staleTime: 0,
  });
  const readAgain = useReadPlacesAgain();
  const open = useMutation({
    mutationFn: (range: NonNullable<typeof days>) => openDays(range, via),
    networkMode: "always",
    onSuccess: () => toast.success("Days opened again"),
    onSettled: readAgain,
  });
  const close = useMutation({
    mutationFn: ({ range, reason }: { range: NonNullable<typeof days>; reason: string }) =>
      closeDays(range, reason, via),
    networkMode: "always",
    onSuccess: (_, { range }) =>
      toast.success("Days closed", {
        description: "They take no more bookings. What is booked stays.",
        action: { label: "Undo", onClick: () => open.mutate(range) },
      }),
    onSettled: readAgain,
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { reason: "" },
    busy: close.isPending,
    onSend: ({ reason }) => days && close.mutate({ range: days, reason }),
  });
  const failed = close.error ?? open.error ?? booked.error;
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid items-start gap-4 sm:grid-cols-2">
        <h3 className="col-span-full text-lg">Close days</h3>
        <CampusChoice value={campusIds} onChange={setCampusIds} />
        <Field label="First closed day">
          <DatePicker value={from} onChange={setFrom} min={today} today={today} />
        </Field>
        <Field label="Last closed day">
          <DatePicker
            value={to}
            onChange={setLast}
            min={from ?? today}
            today={today}
            disabled={!from}
          />
        </Field>
        <Field
          label="Why"
          required
          hint="Staff read it, customers do not."
          error={errorOf("reason")}
          className="sm:col-span-2"
        >
          <Input maxLength={300} autoComplete="off" {...register("reason")} />
        </Field>
        <div className="col-span-full grid gap-3">
          {booked.data?.length ? (
            <div className="grid gap-1 rounded-2xl border border-line bg-mist p-4 text-sm">
              <p>Booked on these days. It stays: move it first, or afterwards, under Bookings.</p>
              <ul className="tabular grid gap-0.5 text-xs text-muted">
                {booked.data.map(({ campus_id, date, pickups, returns }) => (
                  <li key={`${campus_id} ${date}`}>
                    {formatDay(date)}, {longCampus(campus_id)}: {pickups}{" "}
                    {pickups === 1 ? "pickup" : "pickups"}, {returns}{" "}
                    {returns === 1 ? "return" : "returns"}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          {failed ? <FormAlert tone="error">{toApiError(failed).message}</FormAlert> : null}
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant="secondary"
              busy={open.isPending}
              disabled={!days}
              onClick={() => days && open.mutate(days)}
            >
              Open these days
            </Button>
            <Button type="submit" busy={close.isPending} disabled={!days}>
              Close these days
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
