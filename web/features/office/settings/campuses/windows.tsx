import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Numbered } from "@features/office/settings/numbered";
import { RemoveButton } from "@features/office/settings/remove-button";
import { Plus } from "lucide-react";
import type { CampusValues } from "./campus-document";

type List = CampusValues["pickup_windows"];

interface WindowsProps {
  value: List;
  onChange: (next: List) => void;
  /** what is wrong with a value, such as `0.start`; "" for the list itself */
  problemOf: (field: string) => string | undefined;
}

const COLUMNS = [
  { field: "start", label: "From" },
  { field: "end", label: "To" },
] as const;
/** A day has at most one window for each of its parts. */
const MOST = 3;

/** The pickup windows of a campus; what is booked keeps its own. */
export function Windows({ value, onChange, problemOf }: WindowsProps) {
  const problem = problemOf("");
  return (
    <div className="col-span-full grid gap-4">
      {value.map((window, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is known by its place in the form
          key={place}
          className="flex items-start gap-3 sm:max-w-md"
        >
          <div className="grid flex-1 gap-3 sm:grid-cols-2">
            {COLUMNS.map(({ field, label }) => (
              <Field
                key={field}
                label={
                  <Numbered of="window" place={place}>
                    {label}
                  </Numbered>
                }
                error={problemOf(`${place}.${field}`)}
              >
                <Input
                  type="time"
                  value={window[field]}
                  onChange={({ target }) =>
                    onChange(
                      value.map((one, index) =>
                        index === place ? { ...one, [field]: target.value } : one,
                      ),
                    )
                  }
                />
              </Field>
            ))}
          </div>
          <RemoveButton
            label={`Remove window ${place + 1}`}
            onRemove={() => onChange(value.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      {problem ? (
        <p role="alert" className="text-sm text-brick-text">
          {problem}
        </p>
      ) : null}
      {value.length < MOST ? (
        <div>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => onChange([...value, { start: "", end: "" }])}
          >
            <Plus aria-hidden="true" />
            Add a window
          </Button>
        </div>
      ) : null}
    </div>
  );
}
