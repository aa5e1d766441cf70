import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { expect, it } from "vitest";
import { fieldName, priceDocument, priceSchema, priceValues } from "./price-fields";

const document = { pricing, terms };

it("shows every price of the list, and gives it back as it was", () => {
  const values = priceValues(document);
  expect(priceSchema.safeParse(values).success).toBe(true);
  expect(priceDocument(values, document)).toEqual(document);
});

it("changes what was typed alone", () => {
  const medium = fieldName("pricing.bundles.1.monthly_cents");
  const next = priceDocument({ ...priceValues(document), [medium]: "1,129.50" }, document);
  expect(next).toEqual({
    ...document,
    pricing: {
      ...pricing,
      bundles: pricing.bundles.map((one, index) =>
        index === 1 ? { ...one, monthly_cents: 112_950 } : one,
      ),
    },
  });
});
