import bookingFacts from "@facts/booking.json";
import type { Profile } from "@lib/auth/profile";
import type { BookingStart } from "@lib/site/booking-launcher";
import { windowsOf } from "@lib/site/pickup-windows";
import * as z from "zod/mini";
import { campusById, campusesOf } from "./campus-choices";

/** Everything that is typed or chosen in the wizard. Days are "YYYY-MM-DD", "" while not chosen. */
export const answersSchema = z.object({
  userType: z.nullable(z.enum(["student", "parent"])),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  textMessages: z.boolean(),
  /** the other of student and parent; "" where there is none to tell */
  otherName: z.string(),
  otherPhone: z.string(),
  otherEmail: z.string(),
  password: z.string(),
  confirmPassword: z.string(),
  university: z.string(),
  campus: z.string(),
  campusId: z.nullable(z.number()),
  /** null until the question is answered */
  wantsSupplies: z.nullable(z.boolean()),
  supplyKitDate: z.string(),
  pickupDate: z.string(),
  pickupTime: z.string(),
  hasFlight: z.boolean(),
  flightTime: z.nullable(z.enum(["morning", "afternoon", "evening"])),
  residenceType: z.enum(["on_campus", "other"]),
  buildingName: z.string(),
  room: z.string(),
  /** of the residence chosen */
  residenceAddress: z.string(),
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
  deliveryOption: z.nullable(z.enum(["same_city", "different_city", "decide_later"])),
  deliveryDate: z.string(),
  deliveryAddress: z.string(),
  /** id of a bundle, "single_items", or "" while it is open */
  plan: z.string(),
  /** how many items are expected; null while unknown */
  items: z.nullable(z.number()),
  /** in dollars, what the items are to be protected for */
  protection: z.number(),
  /** of the estimate: how long while no day is chosen, and how far while no address is known */
  months: z.nullable(z.number()),
  miles: z.number(),
  split: z.boolean(),
  /** one of HOW_HEARD, or "" without an answer */
  howHeard: z.string(),
});

/** How people hear of us, in the order in which they usually do. */
export const HOW_HEARD = [
  "Friend or roommate",
  "Instagram",
  "Poster or flyer",
  "My university",
  "Search engine",
  "Parent or relative",
  "Somewhere else",
] as const;

export type Answers = z.infer<typeof answersSchema>;
export type Change = (changes: Partial<Answers>) => void;

export const STEPS = [
  "userType",
  "guestInfo",
  "passwordCreation",
  "schoolSearch",
  "supplyKit",
  "pickup",
  "delivery",
  "signup",
] as const;

export type Step = (typeof STEPS)[number];

/**
 * The steps in their fixed order. That order is a visitor's: one who is
 * signed in has an account, so the password step and the creation of an account are left out, the
 * information step comes filled in, and the booking belongs to the session's user.
 */
export function stepsFor(signedIn: boolean): readonly Step[] {
  return signedIn ? STEPS.filter((step) => step !== "passwordCreation") : STEPS;
}

/** The answers of a wizard that was just opened with what its opener knows. */
export function emptyAnswers(start: BookingStart = {}): Answers {
  const campus = campusById(start.campusId ?? null);
  return {
    userType: null,
    firstName: "",
    lastName: "",
    email: "",
    phone: "",
    textMessages: false,
    otherName: "",
    otherPhone: "",
    otherEmail: "",
    password: "",
    confirmPassword: "",
    university: campus?.university ?? "",
    campus: campus?.campus ?? "",
    campusId: campus?.id ?? null,
    wantsSupplies: start.kit ?? null,
    supplyKitDate: "",
    pickupDate: start.pickupDate ?? "",
    pickupTime: "",
    hasFlight: false,
    flightTime: null,
    residenceType: start.miles
      ? "other"
      : (bookingFacts.defaults.residence_type as Answers["residenceType"]),
    buildingName: "",
    room: "",
    residenceAddress: "",
    street: "",
    city: "",
    postalCode: "",
    deliveryOption: null,
    deliveryDate: start.returnDate ?? "",
    deliveryAddress: "",
    plan: start.planId ?? "",
    items: start.items ?? null,
    protection: start.protection ?? 0,
    months: start.months ?? null,
    miles: start.miles ?? 0,
    split: start.split ?? false,
    howHeard: "",
  };
}

const ANSWERED_BY: { [Name in keyof BookingStart]-?: readonly (keyof Answers)[] } = {
  planId: ["plan"],
  split: ["split"],
  items: ["items"],
  pickupDate: ["pickupDate"],
  returnDate: ["deliveryDate"],
  months: ["months"],
  kit: ["wantsSupplies"],
  protection: ["protection"],
  miles: ["miles", "residenceType"],
  campusId: ["university", "campus", "campusId"],
  again: [],
  resume: [],
};

/** The answers that the opener of the wizard knows, also where it knows that there is none. */
export function answersFromStart(start: BookingStart): Partial<Answers> {
  const answers = emptyAnswers(start);
  const names = (Object.keys(start) as (keyof BookingStart)[]).flatMap((one) => ANSWERED_BY[one]);
  return Object.fromEntries(names.map((name) => [name, answers[name]]));
}

/** What a signed-in customer's profile knows already. */
export function prefillOf(
  profile: Pick<Profile, "first_name" | "last_name" | "email">,
): Pick<Answers, "firstName" | "lastName" | "email"> {
  return {
    firstName: profile.first_name,
    lastName: profile.last_name,
    email: profile.email ?? "",
  };
}

/** Whether this delivery option asks for a date and an address. */
export function needsDeliveryAddress(option: Answers["deliveryOption"]): boolean {
  return bookingFacts.delivery_options.some((one) => one.value === option && one.needs_address);
}

/** The changes with what follows from them; nothing that was typed is lost by it. */
export function withConsequences(before: Answers, changes: Partial<Answers>): Partial<Answers> {
  const { university } = changes;
  const moved = university !== undefined && university !== before.university;
  const offered = moved ? campusesOf(university) : [];
  const only = offered.length === 1 ? offered[0] : undefined;
  const all = moved
    ? { ...changes, campus: only?.campus ?? "", campusId: only?.id ?? null }
    : changes;
  // A residence belongs to its campus; an address of one's own stays.
  return all.campusId === undefined || all.campusId === before.campusId
    ? all
    : { ...all, ...ofCampus(before, all.campusId) };
}

/** What goes with a campus: a residence, and a window that the next one does not have. */
function ofCampus({ pickupTime }: Answers, campusId: number | null): Partial<Answers> {
  const keepsTime = windowsOf(campusId).some(({ label }) => label === pickupTime);
  const nowhere = { buildingName: "", room: "", residenceAddress: "" };
  return keepsTime ? nowhere : { ...nowhere, pickupTime: "" };
}
