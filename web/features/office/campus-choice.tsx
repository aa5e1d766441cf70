import { Checkbox } from "@components/ui/checkbox";
import { shownCampuses } from "@lib/site/published";

interface CampusChoiceProps {
  value: readonly number[];
  onChange: (next: number[]) => void;
}

/** Several campuses. */
export function CampusChoice({ value, onChange }: CampusChoiceProps) {
  return (
    <fieldset className="col-span-full grid gap-1">
      <legend className="text-sm font-semibold">Campuses</legend>
      <div className="flex flex-wrap gap-x-5">
        {shownCampuses.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...value, id].sort() : value.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
