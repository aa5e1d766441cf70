import type { BookingItem, SaidItem } from "@api/booking-items";
import { fileOf } from "@api/files";
import { FileField } from "@components/file-field";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import terms from "@facts/terms.json";
import { formatCents } from "@lib/money";
import type { PickedFile } from "@lib/picked-file";
import { useState } from "react";
import { ITEM_KINDS } from "./item-words";
import { Refusal } from "./refusal";

const LONGEST = 120;
const { insurance, heavy_box_over_lb: heavy } = terms;

export interface ItemFormProps {
  /** the item that is changed; a new one without it */
  item?: BookingItem;
  /** only its declared value may still change, upwards */
  valueAlone?: boolean;
  busy: boolean;
  failure: unknown;
  /** `photo` is to be sent first, where there is a new one */
  onSave: (said: SaidItem, photo: PickedFile | null) => void;
  onCancel: () => void;
}

/** One item: what it is, how it comes, what it is worth. */
export function ItemForm({
  item,
  valueAlone = false,
  busy,
  failure,
  onSave,
  onCancel,
}: ItemFormProps) {
  const [kind, setKind] = useState(item?.kind ?? "box");
  const [said, setSaid] = useState({
    description: item?.description ?? "",
    boxed: item?.boxed ?? true,
    over_50_lb: item?.over_50_lb ?? false,
  });
  const [kept, setKept] = useState(item?.picture_id ?? null);
  const [photo, setPhoto] = useState<PickedFile | null>(null);
  const [reading, setReading] = useState(false);
  const [dollars, setDollars] = useState(item ? String(item.declared_value_cents / 100) : "");
  const change = (part: Partial<typeof said>) => setSaid({ ...said, ...part });

  function choose(value: string) {
    const starts = ITEM_KINDS.map(({ start }) => start.description);
    const next = ITEM_KINDS.find((one) => one.value === value)?.start;
    setKind(value);
    if (!next) return;
    const own = said.description !== "" && !starts.includes(said.description);
    setSaid({ ...next, description: own ? said.description : next.description });
  }

  return (
    <form
      noValidate
      className="grid gap-4 rounded-card border border-line-strong p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || reading) return;
        const cents = Math.round(Number(dollars || 0) * 100);
        onSave(
          {
            kind,
            ...said,
            declared_value_cents: Number.isFinite(cents) ? cents : -1,
            ...(valueAlone ? {} : { picture_id: photo?.id ?? kept }),
          },
          photo,
        );
      }}
    >
      {valueAlone ? (
        <p className="font-semibold wrap-anywhere">{said.description}</p>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Kind">
              <Select
                options={ITEM_KINDS.map(({ value, label }) => ({ value, label }))}
                value={kind}
                onValueChange={choose}
              />
            </Field>
            <Field label="What is it?" required>
              <Input
                autoFocus
                maxLength={LONGEST}
                placeholder={kind === "box" ? "Winter clothes" : ""}
                value={said.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            </Field>
          </div>
          <FileField
            load={fileOf}
            label="Photo (optional)"
            hint="So that you and the crew know it again, and for a claim. Where it was taken is not kept."
            kind="photo"
            picked={photo}
            kept={kept}
            busy={busy}
            reading={reading}
            onReading={setReading}
            onPick={setPhoto}
            onRemove={() => {
              setPhoto(null);
              setKept(null);
            }}
          />
          <div className="grid gap-x-4 sm:grid-cols-2">
            {kind === "box" ? null : (
              <Checkbox
                label="In a box"
                checked={said.boxed}
                onCheckedChange={(boxed) => change({ boxed })}
              />
            )}
            <Checkbox
              label={`Over ${heavy} lb`}
              description="It costs more: see the price below."
              checked={said.over_50_lb}
              onCheckedChange={(over_50_lb) => change({ over_50_lb })}
            />
          </div>
        </>
      )}
      <Field
        label="Declared value in dollars (optional)"
        hint={`Protection: ${formatCents(insurance.monthly_cents_per_unit)} a month for each ${formatCents(insurance.unit_cents)}, at most ${formatCents(insurance.max_item_cents)} an item and ${formatCents(insurance.max_customer_cents)} a customer.`}
      >
        <Input
          inputMode="decimal"
          autoFocus={valueAlone}
          className="tabular max-w-40"
          value={dollars}
          onChange={(event) => setDollars(event.target.value.replaceAll(/[^0-9.]/g, ""))}
        />
      </Field>
      <Refusal error={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={reading || said.description.trim() === ""}>
          {item ? "Save item" : "Add item"}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
