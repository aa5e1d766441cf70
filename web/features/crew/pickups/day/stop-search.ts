import type { Stop } from "@api/commands.types";
import { fold, holdsWords } from "@lib/names";
import { placeLines } from "./pickup-words";

type Findable = Pick<Stop, "full_name" | "customer_id" | "building_name" | "address" | "phone">;

/** Whether a stop is meant by typed words of its name, ID or place, or by digits of its phone. */
export function isMeant(stop: Findable, text: string): boolean {
  const digits = fold(text).replace(/\D/g, "");
  if (digits.length >= 3 && stop.phone?.replace(/\D/g, "").includes(digits)) return true;
  return holdsWords([stop.full_name, stop.customer_id, ...placeLines(stop)].join(" "), text);
}
