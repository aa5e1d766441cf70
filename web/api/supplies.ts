import { command, type Rest, rest } from "@api/client";
import type { Row } from "@api/database.types";
import { commandOnce } from "@api/once";

export type KitState = Row<"kit_deliveries">["state"];

/** One kit of a day: for whom, where, and how far it is. */
export interface KitDelivery {
  booking_id: string;
  user_id: string | null;
  full_name: string;
  customer_id: string | null;
  email: string | null;
  phone: string | null;
  building_name: string | null;
  address: string | null;
  residence_type: string;
  additional_comments: string | null;
  pickup_date: string | null;
  booking_status: string;
  state: KitState;
  note: string | null;
  delivered_at: string | null;
  /** false where the booking was cancelled or asks for none any more: the kit is to be put back */
  wanted: boolean;
}

export interface KitDay {
  campus_id: number;
  /** "YYYY-MM-DD", campus-local */
  day: string;
  today: string;
  /** kits on the campus's shelf */
  stock: number;
  /** of every campus */
  stocks: { campus_id: number; kits: number }[];
  /** under this many the campus is warned */
  low_stock: number;
  /** by residence */
  deliveries: KitDelivery[];
}

export const kitKeys = {
  all: ["kits"] as const,
  day: (campusId: number, day: string) => ["kits", campusId, day] as const,
};

/** The kits of a campus and day. Staff only. */
export function kitDay(campusId: number, day: string, via: Rest = rest()): Promise<KitDay> {
  return command("kit_day", { campus_id: campusId, day }, via);
}

/** How far a kit is; refused with 409 where it is not as `seen` any more or the shelf is empty. */
export function setKitState(
  bookingId: string,
  state: KitState,
  seen: KitState,
  note?: string,
  via: Rest = rest(),
): Promise<void> {
  const given = { booking_id: bookingId, state, seen, ...(note === undefined ? {} : { note }) };
  return command("set_kit_state", given, via);
}

/** Kits that came, or (negative) left; answers what is on the shelf now. Admins and executives. */
export function addKitStock(
  campusId: number,
  kits: number,
  key: string,
  via: Rest = rest(),
): Promise<{ kits: number }> {
  return commandOnce("add_kit_stock", { campus_id: campusId, kits }, key, via);
}
