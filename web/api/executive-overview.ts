import { command, type Rest } from "@api/client";

/** What happened on a day, on a campus; sign-ups belong to none (`campus_id` null). */
export interface OverviewDay {
  day: string;
  campus_id: number | null;
  /** bookings made, without those that a later one of the same customer replaced */
  made: number;
  cancelled: number;
  /** bookings with this pickup day that are not cancelled */
  pickups: number;
  /** places offered, where windows have a limit, and those of them that are taken */
  capacity: number;
  taken: number;
  sign_ups: number;
  /** charged by the ledger, less what was credited or taken back; `tax_cents` of it are tax */
  booked_cents: number;
  tax_cents: number;
  /** paid, on the day on which the bank had it, less what was paid back */
  received_cents: number;
}

export interface OverviewFigures {
  made: number;
  cancelled: number;
  pickups: number;
  capacity: number;
  taken: number;
  /** null where one campus is asked for: an account belongs to none */
  sign_ups: number | null;
  booked_cents: number;
  tax_cents: number;
  received_cents: number;
  /**
   * what the bookings made come to by their end, whatever is charged of it so far: plan price by
   * items counted x months, before tax, of `counted` bookings
   */
  storage_cents: number;
  counted: number;
  /** bookings whose items nobody has counted: nothing of them is in `storage_cents` */
  uncounted: number;
}

/** A range of days and what came of it; `figures` go to the end of the day `until`. */
export interface OverviewRange {
  from: string;
  to: string;
  until: string;
  days: OverviewDay[];
  figures: OverviewFigures;
}

export interface SeasonOverview extends OverviewRange {
  today: string;
  campus_id: number | null;
  reasons: { reason: string | null; bookings: number; fee_cents: number; others: boolean }[];
  plans: { plan: string; bookings: number }[];
  /** of the bookings `made` and not cancelled: by a friend's referral, and shared with friends */
  friends: { made: number; referred: number; shared: number };
  /** the same days a year earlier */
  before: OverviewRange;
}

/** The overview of these days, both included, on one campus or all. Executives only. */
export function seasonOverview(
  range: { from: string; to: string },
  campusId: number | null,
  via: Rest,
): Promise<SeasonOverview> {
  const campus = campusId === null ? {} : { campus_id: campusId };
  return command("season_overview", { ...range, ...campus }, via);
}
