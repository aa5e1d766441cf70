import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { expect, it } from "vitest";
import { fieldName, newExtra, priceDocument, priceSchema, priceValues } from "./price-fields";

const document = { pricing, terms };

it("shows every price of the list, and gives it back as it was", () => {
  const values = priceValues(document);
  expect(priceSchema.safeParse(values).success).toBe(true);
  expect(priceDocument(values, document)).toEqual(document);
});

it("changes what was typed alone", () => {
  const medium = fieldName("pricing.bundles.1.monthly_cents");
  const next = priceDocument(
    { fields: { ...priceValues(document).fields, [medium]: "1,129.50" }, extras: [] },
    document,
  );
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

it("keeps add-ons of the owner's own, in cents", () => {
  const values = priceValues(document);
  const wrap = { ...newExtra(), name: "Bubble wrap", price: "4.50", when: "For glass." };
  const next = priceDocument({ ...values, extras: [wrap] }, document);
  expect(next.pricing).toMatchObject({
    extras: [{ name: "Bubble wrap", cents: 450, per: "item" }],
  });
  expect(priceValues(next).extras).toMatchObject([{ name: "Bubble wrap", price: "$4.50" }]);
  // The last one can be taken away again.
  expect(priceDocument(priceValues(document), next).pricing).toMatchObject({ extras: [] });
});
