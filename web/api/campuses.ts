import { dataOf, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";

export type Campus = Pick<Row<"campuses">, "id" | "university" | "campus">;

export const campusKeys = { all: ["campuses"] as const };

/** The campuses as the server has them. Forms may read `@facts/campuses.json` instead. */
export function listCampuses(via: Rest = rest()): Promise<Campus[]> {
  return dataOf(via.from("campuses").select("id, university, campus").order("id"));
}
