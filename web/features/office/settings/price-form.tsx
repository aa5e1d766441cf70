import { toApiError } from "@api/errors";
import { samplePrices, settingsKeys } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { Extras } from "./extras";
import {
  fieldName,
  PRICE_GROUPS,
  type PriceValues,
  priceDocument,
  priceLabel,
  priceSchema,
  priceValues,
} from "./price-fields";
import type { FieldsProps, SectionKind } from "./section-page";
import { SettingsGroup } from "./settings-group";

/** The price list from a day on; existing bookings keep their prices. */
export const PRICES: SectionKind<PriceValues> = {
  section: "prices",
  title: "Prices",
  words:
    "What everything costs, before tax. Existing bookings keep their prices; new ones follow from the day that you publish for.",
  schema: priceSchema,
  valuesOf: priceValues,
  documentOf: priceDocument,
  labelOf: priceLabel,
  Fields: PriceForm,
  Preview: SampleQuotes,
};

function PriceForm({ form, problemOf }: FieldsProps<PriceValues>) {
  return (
    <>
      {PRICE_GROUPS.map(({ title, seen, fields }) => (
        <SettingsGroup key={title} title={title} seen={seen}>
          {fields.map(({ path, label, kind }) => {
            const name = `fields.${fieldName(path)}` as const;
            return (
              <Field key={path} label={label} error={problemOf(name) ?? problemOf(path)}>
                <Input
                  autoComplete="off"
                  inputMode={kind === "text" ? "text" : "decimal"}
                  {...form.register(name)}
                />
              </Field>
            );
          })}
        </SettingsGroup>
      ))}
      <SettingsGroup
        title="Your own add-ons"
        seen="On Pricing. The office charges them at a booking, under Charge a fee"
      >
        <Extras
          value={form.watch("extras")}
          onChange={(next) => form.setValue("extras", next, { shouldDirty: true })}
          problemOf={(place, field) =>
            problemOf(`extras.${place}.${field}`) ??
            problemOf(`pricing.extras.${place}.${field === "price" ? "cents" : field}`)
          }
        />
      </SettingsGroup>
    </>
  );
}

type Sample = Awaited<ReturnType<typeof samplePrices>>[number];

const columns: Column<Sample>[] = [
  {
    id: "items",
    header: "For",
    title: true,
    cell: ({ items }) => `${items} ${items === 1 ? "item" : "items"}`,
  },
  { id: "plan", header: "Plan", cell: ({ plan_after }) => plan_after },
  {
    id: "today",
    header: "Today",
    numeric: true,
    cell: ({ before_cents }) => formatCents(before_cents),
  },
  {
    id: "then",
    header: "Then",
    numeric: true,
    cell: ({ after_cents }) => formatCents(after_cents),
  },
  {
    id: "difference",
    header: "Difference",
    numeric: true,
    cell: ({ before_cents, after_cents }) => {
      const cents = after_cents - before_cents;
      return cents > 0 ? `+${formatCents(cents)}` : formatCents(cents);
    },
  },
];

/** What customers pay a month today and by the draft. */
function SampleQuotes() {
  const { via, cacheKey } = useDataSession();
  const { data, error } = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.samples],
    queryFn: () => samplePrices(via),
    ...untilReachable,
    // The draft has just been saved.
    staleTime: 0,
    gcTime: 0,
  });
  if (!data && error) return <FormAlert tone="error">{toApiError(error).message}</FormAlert>;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <Table
      caption="A month, before tax"
      columns={columns}
      rows={data}
      rowKey={({ items }) => String(items)}
    />
  );
}
