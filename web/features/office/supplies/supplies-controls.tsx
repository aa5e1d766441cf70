import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { addDays } from "@lib/format/dates";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { ChevronLeft, ChevronRight } from "lucide-react";

const CAMPUSES = campuses.map(({ id, name }) => ({ value: String(id), label: name }));

interface SuppliesControlsProps {
  campusId: number;
  day: string | undefined;
  today: string | undefined;
}

/** Which campus and which day; both are in the address. */
export function SuppliesControls({ campusId, day, today }: SuppliesControlsProps) {
  const { change } = useAddress();
  const goTo = (date: string) => change({ date: date === today ? null : date });
  return (
    <div className="grid items-end gap-2 max-sm:w-full sm:flex sm:flex-wrap">
      <Field label="Campus" hideLabel>
        <Select
          options={CAMPUSES}
          value={String(campusId)}
          onValueChange={(campus) => change({ campus })}
          className="sm:w-60"
        />
      </Field>
      <div className="flex items-start gap-1.5">
        <Button
          variant="secondary"
          size="icon"
          aria-label="Day before"
          disabled={!day}
          onClick={() => day && goTo(addDays(day, -1))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <div className="min-w-0 flex-1 sm:w-52">
          <Field label="Day" hideLabel>
            <DatePicker value={day} onChange={goTo} />
          </Field>
        </div>
        <Button
          variant="secondary"
          size="icon"
          aria-label="Day after"
          disabled={!day}
          onClick={() => day && goTo(addDays(day, 1))}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        {day === today ? null : (
          <Button variant="ghost" onClick={() => change({ date: null })} className="px-3">
            Today
          </Button>
        )}
      </div>
    </div>
  );
}
