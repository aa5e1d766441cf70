import type { Factor } from "@supabase/auth-js";
import { expect, it } from "vitest";
import { factorKind, factorTitle, freeName, spaced, verifiedFactors } from "./factor-words";

const factor = (fields: object) => ({ status: "verified", ...fields }) as Factor;

it("says what a second step is", () => {
  const text = factor({ factor_type: "phone", phone: "16045550139" });
  expect(factorKind(text)).toBe("Text message to +1 604 555 0139");
  expect(factorTitle(factor({ factor_type: "totp", friendly_name: "My phone" }))).toBe("My phone");
  expect(factorTitle(factor({ factor_type: "totp" }))).toBe("Authenticator app");
});

it("leaves out what was never confirmed", () => {
  expect(verifiedFactors([factor({ status: "unverified" })])).toEqual([]);
  expect(verifiedFactors(undefined)).toEqual([]);
});

it("finds a free name", () => {
  const taken = [factor({ friendly_name: "My phone" }), factor({ friendly_name: "My phone 2" })];
  expect(freeName("My phone", taken)).toBe("My phone 3");
  expect(freeName("Passkey", taken)).toBe("Passkey");
});

it("groups a secret", () => {
  expect(spaced("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
});
