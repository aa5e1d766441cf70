interface Subject {
  about: "booking" | "claim" | "count" | "invoice" | "item";
  about_name: string | null;
}

/** What a conversation is about: "Invoice INV-000012", "Item 3. Lamp". */
export function conversationSubject({ about, about_name: name }: Subject): string {
  if (about === "booking") return "Booking";
  if (about === "count") return "Count of items";
  const kind = about === "invoice" ? "Invoice" : about === "item" ? "Item" : "Claim for item";
  return name ? `${kind} ${name}` : kind;
}
