import bookingFacts from "@facts/booking.json";
import { email } from "@lib/forms/email";
import { toE164 } from "@lib/forms/phone-number";
import { filled, rule } from "@lib/forms/schema";
import * as z from "zod/mini";
import { type Answers, answersSchema, needsDeliveryAddress, type Step } from "./answers";

/** Of British Columbia, where we pick up: V, and no letter that Canada Post does not use. */
const POSTAL_CODE = /^v\d[a-ceghj-nprstv-z][ -]?\d[a-ceghj-nprstv-z]\d$/i;
const WRONG_EMAIL = "Enter a full email address, like you@school.ca";
const WRONG_PHONE = "Enter a phone number we can call, with its country code outside Canada";

const { password_min_length: shortest, password_max_bytes: longest } = bookingFacts;

type Checked = z.ZodMiniType<Answers, Answers>;

const checked = (...rules: ReturnType<typeof rule<Answers>>[]): Checked =>
  answersSchema.check(...rules);

/** What each step's form must hold before the next; messages in the order of its fields. */
const STEP_SCHEMAS: Record<Step, Checked> = {
  userType: checked(rule(({ userType }) => userType, "userType", "Tell us who you are")),
  guestInfo: z.extend(answersSchema, {
    firstName: filled("First name is required"),
    lastName: filled("Last name is required"),
    email: filled("Email is required").check(email(WRONG_EMAIL)),
    phone: filled("Phone is required").check(z.refine(toE164, WRONG_PHONE)),
    otherPhone: z.string().check(z.refine((typed) => !typed.trim() || toE164(typed), WRONG_PHONE)),
    otherEmail: z.string().check(email(WRONG_EMAIL)),
  }),
  passwordCreation: checked(
    rule(({ password }) => password, "password", "Please fill in all fields"),
    rule(({ confirmPassword }) => confirmPassword, "confirmPassword", "Please fill in all fields"),
    rule(
      ({ password, confirmPassword }) => password === confirmPassword,
      "confirmPassword",
      "Passwords do not match",
    ),
    rule(
      ({ password }) => password.length >= shortest,
      "password",
      `Password must be at least ${shortest} characters`,
    ),
    rule(
      ({ password }) => new TextEncoder().encode(password).length <= longest,
      "password",
      `Password must be at most ${longest} bytes`,
    ),
    rule(isUncommon, "password", "Too many people use this password. Please choose another one."),
  ),
  schoolSearch: checked(
    rule(({ university }) => university, "university", "Choose your university"),
    rule(({ campusId }) => campusId !== null, "campus", "Choose your campus"),
  ),
  supplyKit: checked(
    rule(({ wantsSupplies }) => wantsSupplies !== null, "wantsSupplies", "Choose yes or no"),
    rule((its) => !its.wantsSupplies || its.supplyKitDate, "supplyKitDate", "Pick a delivery date"),
  ),
  pickup: z
    .extend(answersSchema, {
      pickupDate: filled("Pick a pickup date"),
      pickupTime: filled("Choose a time slot"),
    })
    .check(
      rule((its) => !its.hasFlight || its.flightTime, "flightTime", "Choose when you fly"),
      ...ownAddress(),
    ),
  delivery: checked(
    rule(({ deliveryOption }) => deliveryOption, "deliveryOption", "Choose a delivery option"),
    rule((its) => !delivers(its) || its.deliveryDate, "deliveryDate", "Pick a delivery date"),
    rule(
      (its) => !delivers(its) || its.deliveryAddress.trim(),
      "deliveryAddress",
      "Enter the delivery address",
    ),
  ),
  signup: answersSchema,
};

const WAITING_STEPS: readonly Step[] = ["schoolSearch", "supplyKit", "pickup", "delivery"];

export function schemaOf(step: Step): Checked {
  return STEP_SCHEMAS[step];
}

/** What a step still lacks, the first thing first; null when one may go on. */
export function missingIn(step: Step, answers: Answers): string | null {
  return STEP_SCHEMAS[step].safeParse(answers).error?.issues[0]?.message ?? null;
}

/**
 * Whether Continue is disabled while something is missing: the steps of choices do so; the two
 * steps of typed fields answer with their messages instead.
 */
export function waitsForAnswers(step: Step): boolean {
  return WAITING_STEPS.includes(step);
}

function delivers({ deliveryOption }: Answers): boolean {
  return needsDeliveryAddress(deliveryOption);
}

/** Somewhere else than a residence: all of the address, or none of it yet. */
function ownAddress() {
  const begun = ({ residenceType, street, postalCode }: Answers) =>
    residenceType === "other" && [street, postalCode].some((part) => part.trim());
  return [
    rule<Answers>((its) => !begun(its) || its.street.trim(), "street", "Enter the street"),
    rule<Answers>((its) => !begun(its) || its.city.trim(), "city", "Enter the city"),
    rule<Answers>(
      (its) => !begun(its) || POSTAL_CODE.test(its.postalCode.trim()),
      "postalCode",
      "Enter a postal code like V6T 1Z4",
    ),
  ];
}

/** The server refuses the most common passwords: checked here, and not when everything is filled in. */
async function isUncommon({ password }: Answers): Promise<boolean> {
  const list = await import("@facts/common-passwords.json");
  return !list.default.includes(password.toLowerCase());
}
