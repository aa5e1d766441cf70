import type { OwnStop } from "@api/commands.types";
import { formatDay } from "@lib/format/dates";
import { business } from "@lib/site/published";

/** What the person who stands in has to know: when, where, and the code. */
export function handOverWords(
  { kind, date, window }: Pick<OwnStop, "kind" | "date" | "window">,
  place: string,
  code: string,
): string {
  const visit = kind === "return" ? "delivery" : "pickup";
  return [
    `${business.name} ${visit}: ${[formatDay(date), window].filter(Boolean).join(", ")}`,
    place ? `Where: ${place}` : "",
    `Code for our crew: ${code}`,
    `Questions: ${business.phone}`,
  ]
    .filter(Boolean)
    .join("\n");
}
