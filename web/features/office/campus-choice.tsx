import { Checkbox } from "@components/ui/checkbox";
import { shownCampuses } from "@lib/site/published";

interface CampusChoiceProps {
  value: readonly number[];
  onChange: (next: number[]) => void;
  hint?: string;
}

/** Several campuses. */
export function CampusChoice({ value, onChange, hint }: CampusChoiceProps) {
  return (
    <fieldset className="col-span-full grid gap-1">
      <legend className="text-sm font-semibold">Campuses</legend>
      {hint ? <p className="text-xs text-muted">{hint}</p> : null}
      <div className="flex flex-wrap gap-x-5">
        {shownCampuses.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            onCheckedChange={(checked) =>
              onChange(
                checked
                  ? [...value, id].sort((one, other) => one - other)
                  : value.filter((one) => one !== id),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
