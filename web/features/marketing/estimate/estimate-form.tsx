import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Stepper } from "@components/ui/stepper";
import { cn } from "@lib/cn";
import { addOnPrice, money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type EstimateState, LIMITS, withItems } from "./estimate-state";

export interface EstimateFormProps {
  state: EstimateState;
  change: (part: Partial<EstimateState>) => void;
  setState: (next: (before: EstimateState) => EstimateState) => void;
}

const heavy = terms.heavy_box_over_lb;

/** Items, time, add-ons and friends. Native controls, so that they take a touch before any script. */
export function EstimateForm({ state, change, setState }: EstimateFormProps) {
  const items = state.items === "" ? 1 : state.items;
  const { heavyBoxes, heavyItems, labels, value: declared, miles } = state;
  const extras = heavyBoxes + heavyItems + labels + declared + miles > 0;
  const more = useRef<HTMLDetailsElement>(null);
  // A link that counts some of them opens them; a press to close them holds.
  useEffect(() => {
    if (extras && more.current) more.current.open = true;
  }, [extras]);
  return (
    <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
      <div className="divide-y divide-line border-y border-line">
        <Stepper
          label="Items"
          hint="A box, a suitcase, a bag or one loose thing each"
          value={state.items}
          least={1}
          most={LIMITS.items}
          onChange={(value) => setState((before) => withItems(before, value))}
        />
        <Stepper
          label="People sharing"
          hint="You and your friends, to the cent"
          value={state.friends}
          least={1}
          most={LIMITS.friends}
          onChange={(value) => change({ friends: value || 1 })}
        />
      </div>
      <Choice
        legend="Priced as"
        name="estimate-pricing"
        value={state.pricing}
        options={[
          { value: "bundle", label: "Bundle" },
          { value: "single_items", label: "Single items" },
        ]}
        onChange={(kind) => change({ pricing: kind })}
      />
      <Choice
        legend="How long"
        name="estimate-by"
        value={state.by}
        options={[
          { value: "months", label: "Months" },
          { value: "dates", label: "Dates" },
        ]}
        onChange={(by) => change({ by })}
      >
        {state.by === "months" ? (
          <Stepper
            label="Months of storage"
            hint={`Late April to ${freeReturn.from} counts as four`}
            value={state.months}
            least={1}
            most={LIMITS.months}
            onChange={(value) => change({ months: value || 1 })}
          />
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Pickup">
              <Input
                type="date"
                min="2000-01-01"
                max="2099-12-31"
                value={state.pickup}
                onChange={({ target }) => change({ pickup: target.value })}
              />
            </Field>
            <Field label="Return" hint={`Leave empty for ${freeReturn.from}, which is free`}>
              <Input
                type="date"
                min={state.pickup || "2000-01-01"}
                max="2099-12-31"
                value={state.back}
                onChange={({ target }) => change({ back: target.value })}
              />
            </Field>
          </div>
        )}
      </Choice>
      <fieldset>
        <legend className="text-sm font-semibold">Extras</legend>
        <div className="mt-1 divide-y divide-line border-y border-line">
          <Tick
            label="Supply kit"
            hint={`${pricing.supplies_kit}; the ${money.deposit} deposit counts towards storage`}
            checked={state.kit}
            onChange={(kit) => change({ kit })}
          />
          {state.by === "months" ? (
            <Tick
              label="Return on another date"
              hint={`Not ${freeReturn.from} to ${freeReturn.to}: ${addOnPrice("alternative_delivery_date")}`}
              checked={state.alternativeDate}
              onChange={(alternativeDate) => change({ alternativeDate })}
            />
          ) : null}
          <details className="group" ref={more}>
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
              Heavy things, labels, protection, distance
              <ChevronDown
                aria-hidden="true"
                className="mr-3 size-5 shrink-0 transition-transform group-open:rotate-180"
              />
            </summary>
            <div className="divide-y divide-line border-t border-line">
              <Stepper
                label={`Boxes over ${heavy} lb`}
                hint={`${terms.heavy_box_surcharge_percent}% more a month; better spread the books`}
                value={state.heavyBoxes}
                most={items - state.heavyItems}
                onChange={(value) => change({ heavyBoxes: value || 0 })}
              />
              <Stepper
                label={`Loose items over ${heavy} lb`}
                hint={`${addOnPrice("heavy")} once for each`}
                value={state.heavyItems}
                most={items - state.heavyBoxes}
                onChange={(value) => change({ heavyItems: value || 0 })}
              />
              <Stepper
                label="Items we label for you"
                hint={`${money.labeling} each; free if you do it`}
                value={state.labels}
                most={items}
                onChange={(value) => change({ labels: value || 0 })}
              />
              <Stepper
                label="Protection, in dollars"
                hint={`${money.insuranceMonthly} a month for each ${money.insuranceUnit}, up to ${money.insuranceItem} an item`}
                value={state.value}
                most={Math.min(LIMITS.value, (items * terms.insurance.max_item_cents) / 100)}
                step={100}
                onChange={(value) => change({ value: value || 0 })}
              />
              <Stepper
                label="Miles from campus"
                hint={`Pickup and return, each free within ${terms.free_radius_miles} miles`}
                value={state.miles}
                most={LIMITS.miles}
                onChange={(value) => change({ miles: value || 0 })}
              />
            </div>
          </details>
        </div>
      </fieldset>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  children?: ReactNode;
}

/** Two ways, side by side. */
function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, name, value, options, onChange, children } = props;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-1 rounded-full border border-line-strong bg-sheet p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              "grid min-h-11 place-items-center rounded-full px-3 text-sm font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus)",
              "has-checked:bg-pine has-checked:text-on-pine not-has-checked:hover:bg-pine-soft",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

interface TickProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Tick({ label, hint, checked, onChange }: TickProps) {
  return (
    <label className="flex min-h-16 items-center justify-between gap-4 py-2">
      <span className="grid gap-0.5">
        <span className="text-sm font-semibold">{label}</span>
        <span className="text-xs text-muted">{hint}</span>
      </span>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="mr-2.5 size-6 shrink-0 accent-(--pine)"
      />
    </label>
  );
}
