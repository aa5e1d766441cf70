import { type Arguments, command, type Rest, rest } from "@api/client";
import type { FeePreview } from "@api/commands.types";
import { commandOnce } from "@api/once";

/** `measure`: miles from campus, or items without a label. */
export type MeasuredFee = Arguments<"preview_staff_fee">;
/** A fee of the terms that shows on the day. */
export type StaffFee = MeasuredFee["fee"];

export const staffFeeKeys = {
  preview: (given: MeasuredFee) => ["staff-fee", given] as const,
};

/** What a fee comes to. The office only. */
export function previewStaffFee(given: MeasuredFee, via: Rest = rest()): Promise<FeePreview> {
  return command("preview_staff_fee", given, via);
}

/** Charges a fee for the total that was shown, once under this key. The office only. */
export function chargeStaffFee(
  given: MeasuredFee & { reason: string; expected_cents: number },
  key: string,
): Promise<FeePreview> {
  return commandOnce("charge_staff_fee", { ...given, once: key }, key);
}
