import type { Factor } from "@supabase/auth-js";

/** From the strongest way to the weakest. */
const ORDER: readonly string[] = ["webauthn", "totp", "phone"];

/** The second factors that one may sign in with, the best first. */
export function factorChoices(factors: readonly Factor[]): Factor[] {
  return factors
    .filter(({ status, factor_type }) => status === "verified" && ORDER.includes(factor_type))
    .sort((one, other) => ORDER.indexOf(one.factor_type) - ORDER.indexOf(other.factor_type));
}

const KINDS: Record<string, string> = {
  webauthn: "Passkey",
  totp: "Authenticator app",
  phone: "Text message",
};

/** "Authenticator app (My phone)", as a choice. */
export function factorName(factor: Factor): string {
  const kind = KINDS[factor.factor_type] ?? "Second step";
  const detail = ownName(factor) || ending(phoneOf(factor));
  return detail ? `${kind} (${detail})` : kind;
}

/** What the person called it, where that says more than its kind. */
export function ownName({ friendly_name, factor_type }: Factor): string {
  return friendly_name && friendly_name !== KINDS[factor_type] ? friendly_name : "";
}

/** The number of a phone factor, without "+"; empty for other kinds. */
export function phoneOf(factor: Factor): string {
  const { phone } = factor as { phone?: unknown };
  return typeof phone === "string" ? phone : "";
}

/** "ending in 0139": enough to know the phone by, too little to tell a stranger. */
export function ending(phone: string): string {
  return phone ? `ending in ${phone.slice(-4)}` : "";
}
