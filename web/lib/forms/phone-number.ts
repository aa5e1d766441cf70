import parse from "libphonenumber-js/min";

/**
 * A phone number as typed, in E.164 ("+16045550139"): without a country code it is Canadian. One
 * that is merely odd is accepted; undefined when it cannot be dialled.
 */
export function toE164(typed: string): string | undefined {
  const number = parse(typed.trim().replace(/^00/, "+"), "CA");
  if (!number?.isPossible()) return undefined;
  // The library also takes what can be dialled inside of one area code alone.
  const local = number.countryCallingCode === "1" && number.nationalNumber.length < 10;
  return local ? undefined : number.number;
}
