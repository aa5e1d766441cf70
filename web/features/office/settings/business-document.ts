import * as z from "zod/mini";

const text = z.string().check(z.trim());

/** The business section as its form has it; what must be right in it the server says. */
export const businessSchema = z.object({
  name: text,
  legal_name: text,
  logo: text,
  logo_dark: text,
  accent: text,
  email: text,
  sender_email: text,
  etransfer_email: text,
  phone: text,
  address: z.object({ street: text, city: text, region: text, postal_code: text }),
  tax_number: text,
  hours: text,
  hours_note: text,
  social: z.array(z.object({ label: text, url: text })),
  review_url: text,
  answer_hours: z.number(),
  collections_per_window: z.number(),
  foreign_transfer: text,
});

export type BusinessDocument = z.infer<typeof businessSchema>;

/** The fields' names, as the form, the list of changes and the history say them. */
export const BUSINESS_LABELS: Record<string, string> = {
  name: "Trade name",
  legal_name: "Legal name",
  logo: "Logo",
  logo_dark: "Logo in the dark",
  accent: "Colour of buttons",
  email: "Email",
  phone: "Phone",
  hours: "Hours",
  hours_note: "Note on hours",
  answer_hours: "Messages are answered within, in hours",
  collections_per_window: "Collections at the warehouse in one window",
  "address.street": "Street",
  "address.city": "City",
  "address.region": "Province",
  "address.postal_code": "Postal code",
  tax_number: "Tax number",
  etransfer_email: "e-Transfers to",
  foreign_transfer: "Transfers from abroad",
  sender_email: "Mail is sent from",
  review_url: "Where customers review you",
};

/** The name of a value by its path. */
export function businessLabel(path: string): string {
  const [, index, part] = path.match(/^social\.(\d+)\.(\w+)$/) ?? [];
  if (index === undefined) return BUSINESS_LABELS[path] ?? path;
  return `Link ${Number(index) + 1}, ${part === "url" ? "address" : "name"}`;
}
