import { toApiError } from "@api/errors";
import { allowNoShows } from "@api/pickups/closed-days";
import { type Slot, slotKeys } from "@api/pickups/slots";
import { FormAlert } from "@components/form-alert";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";

const PERCENTS = [0, 5, 10, 15, 20, 25, 30];

interface NoShowAllowanceProps {
  campusId: number;
  date: string;
  slots: readonly Slot[];
}

/** Places beyond capacity, because as many do not show up: stated for this day, none by default. */
export function NoShowAllowance({ campusId, date, slots }: NoShowAllowanceProps) {
  const queries = useQueryClient();
  const allow = useMutation({
    mutationFn: (percent: number) => allowNoShows(campusId, date, percent),
    networkMode: "always",
    onSuccess: (now) => {
      const beyond = now.reduce((sum, one) => sum + one.beyond, 0);
      toast.success("Slot updated successfully.", {
        description:
          beyond === 0
            ? "No place beyond capacity."
            : `${beyond} ${beyond === 1 ? "place" : "places"} beyond capacity for no-shows.`,
      });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: slotKeys.all }),
  });
  const now = statedPercent(slots);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Field
        label="Expected no-shows"
        hint="As many places are offered beyond each slot's own. More people may come than you planned for."
      >
        <Select
          options={PERCENTS.map((percent) => ({
            value: String(percent),
            label: percent === 0 ? "None" : `${percent}%: ${placesAt(slots, percent)}`,
          }))}
          value={String(allow.isPending ? allow.variables : now)}
          disabled={allow.isPending}
          onValueChange={(percent) => allow.mutate(Number(percent))}
        />
      </Field>
      {allow.isError ? <FormAlert tone="error">{toApiError(allow.error).message}</FormAlert> : null}
    </div>
  );
}

/** What an allowance comes to, rounded down for each slot as the server does. */
function placesAt(slots: readonly Slot[], percent: number): string {
  const more = slots.reduce(
    (sum, { capacity, beyond }) => sum + Math.floor(((capacity - beyond) * percent) / 100),
    0,
  );
  return `${more} more ${more === 1 ? "place" : "places"}`;
}

/** The smallest allowance that gives what is offered now. */
function statedPercent(slots: readonly Slot[]): number {
  const gives = (percent: number) =>
    slots.every(
      ({ capacity, beyond }) => Math.floor(((capacity - beyond) * percent) / 100) === beyond,
    );
  return PERCENTS.find(gives) ?? 0;
}
