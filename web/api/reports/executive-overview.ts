import { type Rest, type Result, readCommand } from "@api/client";

export type SeasonOverview = Result<"season_overview">;
export type OverviewRange = SeasonOverview["before"];
export type OverviewDay = OverviewRange["days"][number];

/** The overview of these days, both included, on one campus or all. Executives only. */
export function seasonOverview(
  range: { from: string; to: string },
  campusId: number | null,
  via: Rest,
): Promise<SeasonOverview> {
  const campus = campusId === null ? {} : { campus_id: campusId };
  return readCommand("season_overview", { ...range, ...campus }, via);
}
