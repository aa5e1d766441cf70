import bookingFacts from "@facts/booking.json";
import type { Profile } from "@lib/profile";
import { campusById } from "./campus-choices";

export type UserType = "student" | "parent";
export type DeliveryOption = "same_city" | "different_city" | "decide_later";
export type FlightWindow = "morning" | "afternoon" | "evening";
export type ResidenceType = "on_campus" | "other";

/** Everything that is typed or chosen in the wizard. Days are "YYYY-MM-DD", "" while not chosen. */
export interface WizardData {
  userType: UserType | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
  university: string;
  campus: string;
  campusId: number | null;
  /** null until the question is answered. */
  wantsSupplies: boolean | null;
  supplyKitDate: string;
  pickupDate: string;
  pickupTime: string;
  hasFlight: boolean;
  flightTime: FlightWindow | null;
  residenceType: ResidenceType;
  buildingName: string;
  room: string;
  address: string;
  deliveryOption: DeliveryOption | null;
  deliveryDate: string;
  deliveryAddress: string;
}

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
 * The steps in their fixed order. That order is a visitor's: somebody who is
 * signed in has an account, so the password step and the creation of an account are left out, the
 * information step comes filled in, and the booking belongs to the session's user.
 */
export function stepsFor(signedIn: boolean): readonly Step[] {
  return signedIn ? STEPS.filter((step) => step !== "passwordCreation") : STEPS;
}

/** The data of a wizard that was just opened; a campus page may name its campus. */
export function emptyData(campusId?: number): WizardData {
  const campus = campusById(campusId ?? null);
  return {
    userType: null,
    firstName: "",
    lastName: "",
    email: "",
    phone: "",
    password: "",
    confirmPassword: "",
    university: campus?.university ?? "",
    campus: campus?.campus ?? "",
    campusId: campus?.id ?? null,
    wantsSupplies: null,
    supplyKitDate: "",
    pickupDate: "",
    pickupTime: "",
    hasFlight: false,
    flightTime: null,
    residenceType: bookingFacts.defaults.residence_type as ResidenceType,
    buildingName: "",
    room: "",
    address: "",
    deliveryOption: null,
    deliveryDate: "",
    deliveryAddress: "",
  };
}

/** What a signed-in customer's profile knows already, for the fields that are still empty. */
export function prefillOf(
  data: WizardData,
  profile: Pick<Profile, "first_name" | "last_name" | "email">,
): Pick<WizardData, "firstName" | "lastName" | "email"> {
  return {
    firstName: data.firstName || profile.first_name,
    lastName: data.lastName || profile.last_name,
    email: data.email || (profile.email ?? ""),
  };
}

/** Whether this delivery option asks for a date and an address. */
export function needsDeliveryAddress(option: DeliveryOption | null): boolean {
  return bookingFacts.delivery_options.some((one) => one.value === option && one.needs_address);
}
