import { type Arguments, type Result, readCommand } from "@api/client";
import { commandOnce } from "@api/once";

export type ClaimToPay = Result<"claims_to_pay">[number];
export type ClaimToDecide = Result<"claims_to_decide">[number];

export const claimKeys = {
  all: ["claims"] as const,
  waiting: (id: string) => ["claims", "waiting", id] as const,
  toPay: (id: string) => ["claims", "to-pay", id] as const,
};

/** Files a claim; 400 with the phone number where it is too late. */
export const fileClaim = (given: Arguments<"file_claim">, key: string) =>
  commandOnce("file_claim", given, key);

/** A claim that waits for the office, with what is known of its item. */
export const claimToDecide = async (id: string): Promise<ClaimToDecide | undefined> =>
  (await readCommand("claims_to_decide", { id }))[0];

/** Accepts, reduces or refuses a claim. */
export const decideClaim = (given: Arguments<"decide_claim">, key: string) =>
  commandOnce("decide_claim", given, key);

/** A decided claim of whose credit something is left. */
export const claimToPay = async (id: string): Promise<ClaimToPay | undefined> =>
  (await readCommand("claims_to_pay", { id }))[0];

/** Pays out what is left of a claim's credit; 409 where it is not as expected. Executives. */
export const payOutClaim = (given: Arguments<"pay_out_claim">, key: string) =>
  commandOnce("pay_out_claim", given, key);
