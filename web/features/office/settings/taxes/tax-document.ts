import * as z from "zod/mini";

/** The taxes as their form has them: percents as they are typed. */
export const taxesSchema = z.object({
  taxes: z.array(
    z.object({
      name: z.string().check(z.trim()),
      percent: z
        .string()
        .check(
          z.trim(),
          z.regex(/^\d{1,2}(\.\d{1,2})?$/, "A percentage such as 5 or 9.98, please."),
        ),
      from: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "Please choose a day.")),
    }),
  ),
});

export type TaxesValues = z.infer<typeof taxesSchema>;

interface StoredTax {
  name: string;
  from: string;
  basis_points: number;
}

/** The taxes of a document of the settings. */
export function storedTaxes(document: Record<string, unknown>): StoredTax[] {
  return document.taxes as StoredTax[];
}

export function taxesValues(document: Record<string, unknown>): TaxesValues {
  return {
    taxes: storedTaxes(document).map(({ name, from, basis_points }) => ({
      name,
      percent: String(basis_points / 100),
      from,
    })),
  };
}

/** The document with these taxes, the earliest first. */
export function taxesDocument({ taxes }: TaxesValues): Record<string, unknown> {
  const stored = taxes.map(({ name, percent, from }) => ({
    name,
    from,
    basis_points: Math.round(Number(percent) * 100),
  }));
  stored.sort((one, other) => one.from.localeCompare(other.from));
  return { taxes: stored };
}
