import parse from "libphonenumber-js/min";

/**
 * A phone number as typed, in E.164 ("+16045550139"): without a country code it is Canadian. One
 * that is merely odd is accepted; undefined when it cannot be dialled.
 */
export function toE164(typed: string): string | undefined {
  const number = parse(typed.trim().replace(/^00/, "+"), "CA");
  return number?.isPossible() ? number.number : undefined;
}
