import { toApiError } from "@api/errors";
import { changeSlot, createSlot, type Slot, slotKeys } from "@api/pickups/slots";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import facts from "@facts/booking.json";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ALL_DAY, type SlotForm, slotForm, slotSchema } from "./slot-form";

const DUPLICATE = "23505";

interface SlotFormCardProps {
  campusId: number;
  date: string;
  /** the slot that is changed; null makes a new one */
  slot: Slot | null;
  /** all slots of the day: a new one is proposed where there is none */
  others: readonly Slot[];
  /** Called after saving and on Cancel: back to making a new slot. */
  onDone: () => void;
}

/** 'Create New Slot', or 'Edit Slot' of one that is there. Executives only. */
export function SlotFormCard({ campusId, date, slot, others, onDone }: SlotFormCardProps) {
  const queries = useQueryClient();

  const save = useMutation({
    mutationFn: (form: SlotForm) => saveSlot(slot, campusId, date, form),
    onSuccess: () => {
      toast.success(slot ? "Slot updated successfully." : "Slot created successfully.");
      finish();
    },
    onError: (failure) => toast.error("Error", { description: saveFailure(failure) }),
    onSettled: () => queries.invalidateQueries({ queryKey: slotKeys.all }),
  });

  const { register, watch, setValue, reset, errorOf, onSubmit } = useSchemaForm({
    schema: slotSchema,
    defaultValues: slotForm(slot, others),
    busy: save.isPending,
    onSend: (form) => save.mutate(form),
  });
  function finish() {
    reset(slotForm(null, others));
    onDone();
  }

  const options = facts.slot_times_of_day.map(({ value, label }) => ({ value, label }));
  if (slot?.time_of_day === null) options.push({ value: ALL_DAY, label: "All Day" });
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <CardTitle className="text-lg">{slot ? "Edit Slot" : "Create New Slot"}</CardTitle>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Time of Day">
            <Select
              options={options}
              value={watch("timeOfDay")}
              onValueChange={(next) => setValue("timeOfDay", next)}
            />
          </Field>
          <Field label="Capacity" error={errorOf("capacity")} required>
            <Input type="number" inputMode="numeric" min={1} step={1} {...register("capacity")} />
          </Field>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={finish}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            {slot ? "Update Slot" : "Create Slot"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/**
 * A changed slot is sent without its free places: the server moves them with the capacity,
 * so a booking placed since the form was opened keeps its place.
 */
function saveSlot(slot: Slot | null, campusId: number, date: string, form: SlotForm) {
  const { capacity, timeOfDay: time_of_day } = form;
  if (slot) return changeSlot(slot.id, { capacity, time_of_day });
  return createSlot({
    date,
    campus_id: campusId,
    capacity,
    available_slots: capacity,
    time_of_day,
  });
}

function saveFailure(failure: unknown): string {
  const { code, message } = toApiError(failure);
  if (code === DUPLICATE) return "This time of day already has a slot. Edit that one instead.";
  return message || "Failed to save slot data.";
}
