import bookingFacts from "@facts/booking.json";
import { addressOf, buildingOf } from "@features/booking/submission/booking-body";
import { formatDay } from "@lib/format/dates";
import { type Answers, needsDeliveryAddress, type Step } from "./answers";

/** Lines of the review that belong to one step, to mend them together. */
export interface ReviewSection {
  step: Step;
  /** in the words behind "Edit": "your information" */
  name: string;
  rows: { label: string; value: string }[];
}

/** The final review: the eight agreed lines in their order, each with what belongs to it. */
export function reviewOf(answers: Answers): ReviewSection[] {
  const { userType, otherName, otherPhone, otherEmail } = answers;
  const sections: (Omit<ReviewSection, "rows"> & { rows: Record<string, string> })[] = [
    {
      step: "guestInfo",
      name: "your information",
      rows: {
        Name: `${answers.firstName.trim()} ${answers.lastName.trim()}`,
        Email: answers.email.trim(),
        Phone: answers.phone.trim(),
        [userType === "parent" ? "Student" : "Parent"]: joined(otherName, otherPhone, otherEmail),
        "Invoices go to": payerOf(answers),
        "Text messages": answers.textMessages ? "Yes" : "",
      },
    },
    {
      step: "schoolSearch",
      name: "your school",
      rows: {
        University: answers.university,
        Campus: answers.campus,
        "Campus ID": String(answers.campusId ?? ""),
      },
    },
    {
      step: "pickup",
      name: "the pickup",
      rows: {
        "Pickup Date": formatDay(answers.pickupDate),
        "Pickup Time": answers.pickupTime,
        "Pickup place": joined(buildingOf(answers), addressOf(answers)) || "You will tell us later",
        Flight: flightOf(answers),
      },
    },
    {
      step: "supplyKit",
      name: "the supply kit",
      rows: {
        "Supply kit": answers.wantsSupplies ? formatDay(answers.supplyKitDate) : "I have my own",
      },
    },
    { step: "delivery", name: "the delivery", rows: { Delivery: deliveryOf(answers) } },
  ];
  return sections.map((section) => ({
    ...section,
    rows: Object.entries(section.rows)
      .filter(([, value]) => value !== "")
      .map(([label, value]) => ({ label, value })),
  }));
}

/** The address that invoices go to: a student may name a parent's. */
function payerOf({ userType, email, otherEmail }: Answers): string {
  return (userType === "student" && otherEmail.trim()) || email.trim();
}

function joined(...parts: (string | null)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(" · ");
}

function flightOf({ hasFlight, flightTime }: Answers): string {
  if (!hasFlight) return "";
  return bookingFacts.flight_windows.find(({ value }) => value === flightTime)?.label ?? "";
}

function deliveryOf({ deliveryOption, deliveryDate, deliveryAddress }: Answers): string {
  const option = bookingFacts.delivery_options.find(({ value }) => value === deliveryOption);
  if (!option) return "";
  if (!needsDeliveryAddress(deliveryOption)) return option.label;
  return joined(option.label, formatDay(deliveryDate), deliveryAddress);
}
