interface Question {
  about: "booking" | "claim" | "count" | "invoice" | "item";
  /** of the invoice, item or claim */
  id?: string;
  /** of another booking than the current one */
  booking?: string;
}

const ABOUT: readonly string[] = ["booking", "claim", "count", "invoice", "item"];

/** Where a customer asks the office about something in My Storage. */
export function questionAddress(question: Question): string {
  return `/customer-dashboard?${new URLSearchParams({ ...question })}#messages`;
}

/** The question that such an address asks; null without one. */
export function questionIn(parameters: URLSearchParams): Question | null {
  const about = parameters.get("about") ?? "";
  if (!ABOUT.includes(about)) return null;
  const id = parameters.get("id");
  const booking = parameters.get("booking");
  return {
    about: about as Question["about"],
    ...(id ? { id } : {}),
    ...(booking ? { booking } : {}),
  };
}

/** The address without its question. */
export function withoutQuestion(parameters: URLSearchParams): URLSearchParams {
  for (const name of ["about", "id", "booking"]) parameters.delete(name);
  return parameters;
}
