import { type APIRequestContext, expect } from "@playwright/test";

/** What the server has stored, and what a journey finds there, with the demo service key. */
const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };

export type StoredBooking = Record<string, unknown> & { id: string; user_id: string | null };

export async function bookingsOf(
  request: APIRequestContext,
  email: string,
): Promise<StoredBooking[]> {
  const answer = await request.get(`/rest/v1/bookings?select=*&email=eq.${email}`, {
    headers: SERVICE,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as StoredBooking[];
}

/** Sets the places of one window, whether it has a limit already or not. */
export async function setPlaces(
  request: APIRequestContext,
  slot: { campus_id: number; date: string; time_of_day: string },
  available: number,
): Promise<void> {
  const window = `campus_id=eq.${slot.campus_id}&date=eq.${slot.date}&time_of_day=eq.${slot.time_of_day}`;
  const changed = await request.patch(`/rest/v1/slot_availability?${window}`, {
    headers: { ...SERVICE, prefer: "return=representation" },
    data: { available_slots: available },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  if (((await changed.json()) as unknown[]).length > 0) return;
  const made = await request.post("/rest/v1/slot_availability", {
    headers: SERVICE,
    data: { ...slot, capacity: Math.max(available, 5), available_slots: available },
  });
  expect(made.ok(), await made.text()).toBe(true);
}

/** Mails to an address, also those that wait until their change cannot be undone any more. */
export async function mailsWithWaiting(
  service: APIRequestContext,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  const answer = await service.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}&waiting=1`);
  return (await answer.json()) as { subject: string; text: string }[];
}

/** Subjects of the mails to an address, newest first. */
export async function mailTo(request: APIRequestContext, email: string): Promise<string[]> {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject);
}
