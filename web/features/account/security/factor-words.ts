import { formatPhone } from "@lib/forms/phone";
import type { Factor } from "@supabase/auth-js";

export type FactorKind = "totp" | "webauthn" | "phone";

const KINDS: Record<FactorKind, string> = {
  totp: "Authenticator app",
  webauthn: "Passkey",
  phone: "Text message",
};

/** "Authenticator app", "Passkey", "Text message to +1 604 555 0139". */
export function factorKind(factor: Factor): string {
  const kind = KINDS[factor.factor_type as FactorKind] ?? "Second step";
  const { phone } = factor as { phone?: unknown };
  return typeof phone === "string" && phone ? `${kind} to ${formatPhone(phone)}` : kind;
}

/** What the person called it, else its kind. */
export function factorTitle(factor: Factor): string {
  return factor.friendly_name || factorKind(factor);
}

/** The factors that count. One that was begun and never confirmed is none. */
export function verifiedFactors(factors: readonly Factor[] | undefined): Factor[] {
  return (factors ?? []).filter(({ status }) => status === "verified");
}

/** A name that no factor has yet: "My phone", then "My phone 2". */
export function freeName(wanted: string, factors: readonly Factor[] | undefined): string {
  const usedNames = new Set(factors?.map(({ friendly_name }) => friendly_name));
  if (!usedNames.has(wanted)) return wanted;
  let number = 2;
  while (usedNames.has(`${wanted} ${number}`)) number += 1;
  return `${wanted} ${number}`;
}

/** A secret in groups of four, to be typed. */
export function spaced(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}
