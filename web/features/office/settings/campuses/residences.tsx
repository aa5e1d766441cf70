import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { Numbered } from "@features/office/settings/numbered";
import { RemoveButton } from "@features/office/settings/remove-button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type CampusValues, residencesIn } from "./campus-document";

type List = CampusValues["residences"];

interface ResidencesProps {
  value: List;
  /** of the campus: where a residence stands of which nothing else is known */
  position: CampusValues["position"];
  onChange: (next: List) => void;
  /** what is wrong with a value, such as `0.name` */
  problemOf: (field: string) => string | undefined;
}

const COLUMNS = [
  { field: "name", label: "Name" },
  { field: "address", label: "Address" },
  { field: "lat", label: "Latitude" },
  { field: "lon", label: "Longitude" },
] as const;

/** The residences of a campus, one by one or from a spreadsheet. */
export function Residences({ value, position, onChange, problemOf }: ResidencesProps) {
  const [lines, setLines] = useState("");
  const newResidences = residencesIn(lines, position);
  const change = (place: number, part: Partial<List[number]>) =>
    onChange(value.map((one, index) => (index === place ? { ...one, ...part } : one)));
  return (
    <div className="col-span-full grid gap-4">
      {value.map((residence, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a residence is known by its place in the form
          key={place}
          className="grid items-start gap-3 border-t border-line pt-3 first:border-0 first:pt-0 sm:grid-cols-[1fr_2fr_7rem_7rem_auto]"
        >
          {COLUMNS.map(({ field, label }) => (
            <Field
              key={field}
              label={
                <Numbered of="residence" place={place}>
                  {label}
                </Numbered>
              }
              error={problemOf(`${place}.${field}`)}
            >
              <Input
                autoComplete="off"
                value={residence[field]}
                onChange={({ target }) => change(place, { [field]: target.value })}
              />
            </Field>
          ))}
          <RemoveButton
            label={`Remove residence ${place + 1}`}
            onRemove={() => onChange(value.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange([...value, { name: "", address: "", ...position }])}
        >
          <Plus aria-hidden="true" />
          Add a residence
        </Button>
      </div>
      <Field
        label="From a spreadsheet"
        hint="Copy the cells name, address, latitude, longitude into it. Without the last two it is where the campus is."
      >
        <Textarea rows={3} value={lines} onChange={({ target }) => setLines(target.value)} />
      </Field>
      <div>
        <Button
          variant="secondary"
          size="sm"
          disabled={!newResidences.length}
          onClick={() => {
            onChange([...value, ...newResidences]);
            setLines("");
          }}
        >
          {newResidences.length === 1
            ? "Add 1 residence"
            : `Add ${newResidences.length || ""} residences`}
        </Button>
      </div>
    </div>
  );
}
