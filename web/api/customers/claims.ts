import { type Arguments, type Result, readCommand } from "@api/client";
import { commandOnce } from "@api/once";

export type ClaimToPay = Result<"claims_to_pay">[number];
export type ClaimToDecide = Result<"claims_to_decide">[number];

export const claimKeys = {
  all: ["claims"] as const,
  waiting: ["claims", "waiting"] as const,
  toPay: ["claims", "to-pay"] as const,
};

/** Files a claim; 400 with the phone number where it is too late. */
export const fileClaim = (given: Arguments<"file_claim">, key: string) =>
  commandOnce("file_claim", given, key);

/** Claims that wait for the office, with what is known of their items. */
export const claimsToDecide = () => readCommand("claims_to_decide", {});

/** Accepts, reduces or refuses a claim. */
export const decideClaim = (given: Arguments<"decide_claim">, key: string) =>
  commandOnce("decide_claim", given, key);

/** Decided claims of whose credit something is left. */
export const claimsToPay = () => readCommand("claims_to_pay", {});

/** Pays out what is left of a claim's credit; 409 where it is not as expected. Executives. */
export const payOutClaim = (given: Arguments<"pay_out_claim">, key: string) =>
  commandOnce("pay_out_claim", given, key);
