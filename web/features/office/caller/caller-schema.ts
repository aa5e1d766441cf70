import type { CallerForm } from "@api/customers/records";
import { email } from "@lib/forms/email";
import { toE164 } from "@lib/forms/phone-number";
import { filled, trimmed } from "@lib/forms/schema";
import { campuses } from "@lib/site/published";
import * as z from "zod/mini";

/** Chosen in place of a residence: the address is typed whole. */
export const OFF_CAMPUS = "off-campus";

/** The fields of a caller's booking, and the request to send. */
export const callerSchema = z.object({
  first_name: filled("Please enter the first name."),
  last_name: filled("Please enter the last name."),
  email: filled("Please enter an email address.").check(email("Please enter an email address.")),
  phone: z.string().check(
    z.trim(),
    z.refine((typed) => toE164(typed) !== undefined, "Please enter a phone number to call."),
  ),
  campus: z.string(),
  /** a residence of the campus, or off campus */
  residence: z.string().check(z.minLength(1, "Please choose where we pick up.")),
  place: filled("Please enter the room or the address: the crew needs it."),
  day: z.string().check(z.minLength(1, "Please choose a day.")),
  window: z.string().check(z.minLength(1, "Please choose a window.")),
  kit: z.string(),
  comments: trimmed,
  exceed: z.boolean(),
});
export type CallerFields = z.input<typeof callerSchema>;

/** The residences of a campus, and any other address. */
export function residencesOf(campusId: string): { value: string; label: string }[] {
  const campus = campuses.find(({ id }) => String(id) === campusId);
  return [
    { value: OFF_CAMPUS, label: "Another address" },
    ...(campus?.residences ?? []).map(({ name }) => ({ value: name, label: name })),
  ];
}

/** The command's arguments; a room stands before its residence's own address. */
export function bookingOf(typed: z.output<typeof callerSchema>): CallerForm {
  const { campus, residence, place, day, window, kit, comments, exceed, ...person } = typed;
  const off = residence === OFF_CAMPUS;
  const known = campuses
    .find(({ id }) => String(id) === campus)
    ?.residences.find(({ name }) => name === residence);
  const room = /^\d/.test(place) ? `Room ${place}` : place;
  return {
    ...person,
    phone: toE164(person.phone) ?? person.phone,
    campus_id: Number(campus),
    residence_type: off ? "other" : "on_campus",
    address: off ? place : [room, known?.address].filter(Boolean).join(", "),
    pickup_date: day,
    pickup_time: window,
    ...(off ? {} : { building_name: residence }),
    ...(kit ? { supply_kit_delivery_date: kit } : {}),
    ...(comments ? { additional_comments: comments } : {}),
    ...(exceed ? { over_capacity: true } : {}),
  };
}
