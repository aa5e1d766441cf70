import { command, type Rest, rest } from "@api/client";
import type { KitsShown } from "@api/commands.types";
import type { Row } from "@api/database.types";
import { commandOnce } from "@api/once";

export type KitState = Row<"kit_deliveries">["state"];

export const kitKeys = {
  all: ["kits"] as const,
  day: (campusId: number, day: string) => ["kits", campusId, day] as const,
};

/** The kits of a campus and day. Staff only. */
export function kitDay(campusId: number, day: string, via: Rest = rest()): Promise<KitsShown> {
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

/** How far several kits are: all of them or none, refused as one kit is. */
export function setKitStates(
  kits: readonly { booking_id: string; seen: KitState }[],
  state: KitState,
  via: Rest = rest(),
): Promise<void> {
  return command("set_kit_states", { kits: [...kits], state }, via);
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
