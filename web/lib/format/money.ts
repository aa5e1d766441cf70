const dollars = (maximumFractionDigits: number) =>
  new Intl.NumberFormat("en-CA", { style: "currency", currency: "CAD", maximumFractionDigits });
const exact = dollars(2);
const whole = dollars(0);

/** Whole cents as dollars: 6000 → "$60", 1313 → "$13.13". */
export function formatCents(cents: number): string {
  return (cents % 100 === 0 ? whole : exact).format(cents / 100);
}

/** Cents as fields and files take them: 11025 → "110.25". */
export function plainDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
