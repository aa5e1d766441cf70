import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Plus } from "lucide-react";
import { Numbered } from "./numbered";
import { type ExtraValues, newExtra } from "./price-fields";
import { RemoveButton } from "./remove-button";

interface ExtrasProps {
  value: readonly ExtraValues[];
  onChange: (next: ExtraValues[]) => void;
  problemOf: (place: number, field: string) => string | undefined;
}

const PER = [
  { value: "item", label: "Each item" },
  { value: "booking", label: "The whole booking" },
];

/** Add-ons of the business's own. */
export function Extras({ value, onChange, problemOf }: ExtrasProps) {
  return (
    <div className="col-span-full grid gap-4">
      {value.map((extra, place) => {
        const change = (part: Partial<ExtraValues>) =>
          onChange(value.map((one, index) => (index === place ? { ...one, ...part } : one)));
        const labelled = (words: string) => (
          <Numbered of="add-on" place={place}>
            {words}
          </Numbered>
        );
        return (
          <div
            key={extra.id}
            className="grid items-start gap-3 border-t border-line pt-3 first:border-0 first:pt-0 sm:grid-cols-[2fr_1fr_1fr_auto]"
          >
            <Field label={labelled("Name")} error={problemOf(place, "name")}>
              <Input
                autoComplete="off"
                value={extra.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            </Field>
            <Field label={labelled("Price")} error={problemOf(place, "price")}>
              <Input
                autoComplete="off"
                inputMode="decimal"
                value={extra.price}
                onChange={({ target }) => change({ price: target.value })}
              />
            </Field>
            <Field label={labelled("Charged for")}>
              <Select
                options={PER}
                value={extra.per}
                onValueChange={(per) => change({ per: per as ExtraValues["per"] })}
              />
            </Field>
            <Field
              label={labelled("When it applies")}
              error={problemOf(place, "when")}
              className="sm:col-span-3"
            >
              <Input
                autoComplete="off"
                value={extra.when}
                onChange={({ target }) => change({ when: target.value })}
              />
            </Field>
            <RemoveButton
              label={`Remove add-on ${place + 1}`}
              onRemove={() => onChange(value.filter((_, index) => index !== place))}
            />
          </div>
        );
      })}
      <div>
        <Button variant="secondary" size="sm" onClick={() => onChange([...value, newExtra()])}>
          <Plus aria-hidden="true" />
          Add an add-on
        </Button>
      </div>
    </div>
  );
}
