import booking from "@facts/booking.json";
import * as z from "zod/mini";

const EMAIL = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]+$/;
const ASCII = /^[ -~]*$/;

/**
 * What is wrong with an address of e-mail, or null; `otherwise` are the words for one that is none.
 * Mail servers take letters beyond ASCII in domains alone (rule: reachable-address).
 */
export function emailFault(typed: string, otherwise: string): string | null {
  const address = typed.normalize("NFKC").trim();
  if (!EMAIL.test(address)) return otherwise;
  const [local = ""] = address.split("@");
  return ASCII.test(local) ? null : booking.email_beyond_ascii;
}

/** An address of e-mail that we can reach, or nothing; `wrong` are the words for one that is none. */
export const email = (wrong: string) =>
  z.check<string>(({ value, issues }) => {
    const message = value.trim() ? emailFault(value, wrong) : null;
    if (message) issues.push({ code: "custom", message, input: value });
  });

/** The address with its domain as mail servers know it: `xn--…`. */
export function mailAddress(typed: string): string {
  const address = typed.normalize("NFKC").trim();
  if (ASCII.test(address)) return address;
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1)}${hostOf(address.slice(at + 1))}`;
}

function hostOf(domain: string): string {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
