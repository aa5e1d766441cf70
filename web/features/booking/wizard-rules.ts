import bookingFacts from "@facts/booking.json";
import { needsDeliveryAddress, type Step, type WizardData } from "./wizard-data";

/** What stands between a step and the next: the field it belongs to and the words to show. */
export interface Problem {
  field: keyof WizardData;
  message: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const problemsByStep: Record<Step, (data: WizardData) => Problem[]> = {
  userType: ({ userType }) =>
    userType ? [] : [{ field: "userType", message: "Tell us who you are" }],
  guestInfo: informationProblems,
  passwordCreation: passwordProblems,
  schoolSearch({ university, campusId }) {
    if (!university) return [{ field: "university", message: "Choose your university" }];
    return campusId === null ? [{ field: "campus", message: "Choose your campus" }] : [];
  },
  supplyKit({ wantsSupplies, supplyKitDate }) {
    if (wantsSupplies === null) return [{ field: "wantsSupplies", message: "Choose yes or no" }];
    return wantsSupplies && !supplyKitDate
      ? [{ field: "supplyKitDate", message: "Pick a delivery date" }]
      : [];
  },
  pickup({ pickupDate, pickupTime, hasFlight, flightTime }) {
    const problems: Problem[] = [];
    if (!pickupDate) problems.push({ field: "pickupDate", message: "Pick a pickup date" });
    if (!pickupTime) problems.push({ field: "pickupTime", message: "Choose a time slot" });
    if (hasFlight && !flightTime)
      problems.push({ field: "flightTime", message: "Choose when you fly" });
    return problems;
  },
  delivery({ deliveryOption, deliveryDate, deliveryAddress }) {
    if (!deliveryOption) return [{ field: "deliveryOption", message: "Choose a delivery option" }];
    if (!needsDeliveryAddress(deliveryOption)) return [];
    const problems: Problem[] = [];
    if (!deliveryDate) problems.push({ field: "deliveryDate", message: "Pick a delivery date" });
    if (!deliveryAddress.trim())
      problems.push({ field: "deliveryAddress", message: "Enter the delivery address" });
    return problems;
  },
  signup: () => [],
};

/** What a step still lacks, in the order it is shown; empty when one may go on. */
export function problemsOf(step: Step, data: WizardData): Problem[] {
  return problemsByStep[step](data);
}

const WAITING_STEPS: readonly Step[] = ["schoolSearch", "supplyKit", "pickup", "delivery"];

/**
 * Whether Continue is disabled while something is missing: the steps of choices do so; the two
 * steps of typed fields answer with their messages instead.
 */
export function waitsForAnswers(step: Step): boolean {
  return WAITING_STEPS.includes(step);
}

function informationProblems({ firstName, lastName, email, phone }: WizardData): Problem[] {
  const problems: Problem[] = [];
  if (!firstName.trim()) problems.push({ field: "firstName", message: "First name is required" });
  if (!lastName.trim()) problems.push({ field: "lastName", message: "Last name is required" });
  if (!email.trim()) problems.push({ field: "email", message: "Email is required" });
  else if (!EMAIL.test(email.trim()))
    problems.push({ field: "email", message: "Enter a full email address, like you@school.ca" });
  if (!phone.trim()) problems.push({ field: "phone", message: "Phone is required" });
  return problems;
}

/** One at a time, in a fixed order. */
function passwordProblems({ password, confirmPassword }: WizardData): Problem[] {
  const { password_min_length: shortest, password_max_bytes: longest } = bookingFacts;
  if (!password || !confirmPassword)
    return [
      { field: password ? "confirmPassword" : "password", message: "Please fill in all fields" },
    ];
  if (password !== confirmPassword)
    return [{ field: "confirmPassword", message: "Passwords do not match" }];
  if (password.length < shortest)
    return [{ field: "password", message: `Password must be at least ${shortest} characters` }];
  if (new TextEncoder().encode(password).length > longest)
    return [{ field: "password", message: `Password must be at most ${longest} bytes` }];
  return [];
}
