import type { Factor } from "@supabase/auth-js";
import { expect, it } from "vitest";
import { factorChoices, factorName } from "./factor-choices";

const factor = (fields: object) => ({ id: "f", status: "verified", ...fields }) as Factor;

it("offers verified factors only, the strongest first", () => {
  const text = factor({ factor_type: "phone", phone: "16045550139" });
  const app = factor({ factor_type: "totp" });
  const half = factor({ factor_type: "totp", status: "unverified" });
  const key = factor({ factor_type: "webauthn" });
  expect(factorChoices([text, half, app, key])).toEqual([key, app, text]);
});

it("names a factor by what the person called it, a phone by its last digits", () => {
  expect(factorName(factor({ factor_type: "totp", friendly_name: "Old phone" }))).toBe(
    "Authenticator app (Old phone)",
  );
  expect(factorName(factor({ factor_type: "phone", phone: "16045550139" }))).toBe(
    "Text message (ending in 0139)",
  );
  expect(factorName(factor({ factor_type: "webauthn", friendly_name: "Passkey" }))).toBe("Passkey");
});
