import type { BookingItem, SaidItem } from "@api/bookings/items";
import { fileOf } from "@api/files";
import { FileField } from "@components/files/file-field";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Refusal } from "@features/customer/booking/refusal";
import { formatCents } from "@lib/format/money";
import type { PickedFile } from "@lib/forms/picked-file";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { terms } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { itemSchema, LONGEST, saidOf, typedItem } from "./item-schema";
import { ITEM_KINDS } from "./item-words";

const { insurance, heavy_box_over_lb: heavy } = terms;

export interface ItemFormProps {
  /** the item that is changed; a new one without it */
  item?: BookingItem;
  /** only its declared value may still change, upwards */
  valueAlone?: boolean;
  busy: boolean;
  failure: unknown;
  /** `photo` is to be sent first, where there is a new one; `count` like items are added */
  onSave: (said: SaidItem, photo: PickedFile | null, count: number) => void;
  onCancel: () => void;
}

/** One item, or several alike: what it is, how it comes, what it is worth. */
export function ItemForm({
  item,
  valueAlone = false,
  busy,
  failure,
  onSave,
  onCancel,
}: ItemFormProps) {
  const [kept, setKept] = useState(item?.picture_id ?? null);
  const [photo, setPhoto] = useState<PickedFile | null>(null);
  const [reading, setReading] = useState(false);
  const { control, register, watch, getValues, setValue, errorOf, onSubmit } = useSchemaForm({
    schema: itemSchema,
    defaultValues: typedItem(item),
    busy: busy || reading,
    onSend: (checked) => {
      const several = checked.count > 1;
      const picture = valueAlone ? {} : { picture_id: several ? null : (photo?.id ?? kept) };
      onSave({ ...saidOf(checked), ...picture }, several ? null : photo, checked.count);
    },
  });
  const [kind, count] = watch(["kind", "count"]);

  /** Another kind brings its name and weight along, but for a name that was typed. */
  function choose(value: string) {
    const start = ITEM_KINDS.find((one) => one.value === value)?.start;
    setValue("kind", value);
    if (!start) return;
    const typed = getValues("description");
    if (typed === "" || ITEM_KINDS.some((one) => one.start.description === typed))
      setValue("description", start.description);
    setValue("boxed", start.boxed);
    setValue("over_50_lb", start.over_50_lb);
  }

  return (
    <form
      noValidate
      className="grid gap-4 rounded-card border border-line-strong p-4"
      onSubmit={onSubmit}
    >
      {valueAlone ? (
        <p className="font-semibold wrap-anywhere">{item?.description}</p>
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
            {item ? null : (
              <Field label="How many?" error={errorOf("count")}>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular"
                  {...register("count")}
                />
              </Field>
            )}
          </div>
          <Field label="What is it?" required error={errorOf("description")}>
            <Input
              autoFocus
              autoComplete="off"
              maxLength={LONGEST}
              placeholder={kind === "box" ? "Winter clothes" : ""}
              {...register("description")}
            />
          </Field>
          {count === "1" ? (
            <FileField
              load={fileOf}
              label="Photo (optional)"
              hint="It helps you and our crew recognize the item, and it helps with a claim. We do not keep its location."
              kind="photo"
              picked={photo}
              savedId={kept}
              busy={busy}
              reading={reading}
              onReading={setReading}
              onPick={setPhoto}
              onRemove={() => {
                setPhoto(null);
                setKept(null);
              }}
            />
          ) : null}
          <div className="grid gap-x-4 sm:grid-cols-2">
            {kind === "box" ? null : (
              <Controller
                control={control}
                name="boxed"
                render={({ field }) => (
                  <Checkbox
                    label="In a box"
                    checked={field.value}
                    onCheckedChange={field.onChange}
                  />
                )}
              />
            )}
            <Controller
              control={control}
              name="over_50_lb"
              render={({ field }) => (
                <Checkbox
                  label={`Over ${heavy} lb`}
                  description="Heavy items cost more each month."
                  checked={field.value}
                  onCheckedChange={field.onChange}
                />
              )}
            />
          </div>
        </>
      )}
      <Field
        label={`Declared value in dollars${count === "1" ? "" : ", each"} (optional)`}
        hint={`Protection costs ${formatCents(insurance.monthly_cents_per_unit)} a month for each ${formatCents(insurance.unit_cents)}, ${beforeTax}. At most ${formatCents(insurance.max_item_cents)} an item and ${formatCents(insurance.max_customer_cents)} a customer.`}
        error={errorOf("declared")}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          autoFocus={valueAlone}
          className="tabular max-w-40"
          {...register("declared")}
        />
      </Field>
      <Refusal error={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={reading}>
          {item ? "Save item" : Number(count) > 1 ? `Add ${count} items` : "Add item"}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
