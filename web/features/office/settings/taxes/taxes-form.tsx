import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RemoveButton } from "@features/office/settings/remove-button";
import type {
  FieldsProps,
  PreviewProps,
  SectionKind,
} from "@features/office/settings/section-page";
import { SettingsGroup } from "@features/office/settings/settings-group";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { Plus } from "lucide-react";
import {
  storedTaxes,
  type TaxesValues,
  taxesDocument,
  taxesSchema,
  taxesValues,
} from "./tax-document";

/** The taxes on the service, each from its day on. */
export const TAXES: SectionKind<TaxesValues> = {
  section: "taxes",
  title: "Taxes",
  words:
    "The tax on your service, which holds by law for what was agreed before as well. A new rate is a further line with the day on which it begins.",
  schema: taxesSchema,
  valuesOf: taxesValues,
  documentOf: taxesDocument,
  labelOf: (path) => {
    const [, index = "0", field = ""] = path.split(".");
    return `Tax ${Number(index) + 1}, ${field === "from" ? "begins on" : field}`;
  },
  Fields: TaxesForm,
  Preview: SampleTaxes,
};

function TaxesForm({ form, problemOf }: FieldsProps<TaxesValues>) {
  const taxes = form.watch("taxes");
  const set = (next: TaxesValues["taxes"]) => form.setValue("taxes", next, { shouldDirty: true });
  return (
    <SettingsGroup title="Taxes" seen="On quotes, invoices and wherever an amount is owed">
      {taxes.map((tax, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a tax is known by its place in the form
          key={index}
          className="col-span-full grid items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <Field label={`Tax ${index + 1}`} error={problemOf(`taxes.${index}.name`)}>
            <Input autoComplete="off" {...form.register(`taxes.${index}.name`)} />
          </Field>
          <Field label="Percent" error={problemOf(`taxes.${index}.percent`)}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              {...form.register(`taxes.${index}.percent`)}
            />
          </Field>
          <Field label="Begins on" error={problemOf(`taxes.${index}.from`)}>
            <DatePicker
              value={tax.from || undefined}
              onChange={(day) => form.setValue(`taxes.${index}.from`, day, { shouldDirty: true })}
            />
          </Field>
          {taxes.length > 1 ? (
            <RemoveButton
              label={`Remove tax ${index + 1}`}
              onRemove={() => set(taxes.filter((_, place) => place !== index))}
            />
          ) : null}
        </div>
      ))}
      <div className="col-span-full">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => set([...taxes, { name: taxes.at(-1)?.name ?? "", percent: "", from: "" }])}
        >
          <Plus aria-hidden="true" />
          Add a tax
        </Button>
      </div>
    </SettingsGroup>
  );
}

const SAMPLE_CENTS = 10_000;

/** What customers pay for a hundred dollars, from each day on. */
function SampleTaxes({ document }: PreviewProps) {
  return (
    <ul className="tabular grid gap-1 text-sm">
      {storedTaxes(document).map(({ name, from, basis_points }) => (
        <li key={from}>
          From {formatDay(from)}: {formatCents(SAMPLE_CENTS)} before {name} is{" "}
          {formatCents(SAMPLE_CENTS + Math.round((SAMPLE_CENTS * basis_points) / 10_000))}
        </li>
      ))}
    </ul>
  );
}
