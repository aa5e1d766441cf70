import { expect, it } from "vitest";
import { calendarFile } from "./calendar-file";
import type { CompletedBooking } from "./completed-booking";

const BOOKING: CompletedBooking = {
  id: "7f3a91c2-0000-4000-8000-000000000000",
  code: "7F3A-91C2",
  email: "maya@wizard.test",
  account: null,
  heldUntil: null,
  utcOffset: "-07:00",
  pickupDate: "2027-04-30",
  pickupTime: "3:00 PM - 6:00 PM",
  place: "Totem Park, room 214, Vancouver Campus",
  textMessages: false,
  phone: "",
};

it("puts the pickup into a calendar at its campus time, under the id that our mails use", () => {
  const file = calendarFile(BOOKING)?.replaceAll("\r\n ", "");
  expect(file).toContain("DTSTART:20270430T220000Z\r\nDTEND:20270501T010000Z");
  expect(file).toContain("UID:pickup-7f3a91c2-0000-4000-8000-000000000000@summerstow.test");
  expect(file).toContain("LOCATION:Totem Park\\, room 214\\, Vancouver Campus");
});

it("makes no file of a time that it does not know", () => {
  expect(calendarFile({ ...BOOKING, utcOffset: undefined })).toBeNull();
  expect(calendarFile({ ...BOOKING, pickupTime: "" })).toBeNull();
});
