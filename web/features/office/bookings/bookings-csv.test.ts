import type { ExportedBooking } from "@api/bookings/lists";
import { pickupAddress } from "@api/bookings/words";
import { expect, it } from "vitest";
import { bookingsCsv, fileName, returnsCsv } from "./bookings-csv";

const HEAD =
  "Full Name,Email,Phone,University,Campus,Pickup Address,Pickup Date,Pickup Time," +
  "Supply Kit Requested,Delivery Option,Expected Delivery Date,Status,Created At";
const ID = "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11";
const OFFICE = new Map([[ID, { booking_id: ID, invoiced_cents: 22050, owed_cents: 11025 }]]);

const row = (fields: Partial<ExportedBooking>) =>
  ({
    id: ID,
    user: { customer_id: "SS-7K4M2" },
    first_name: "Mina",
    last_name: "Park",
    guest_first_name: null,
    guest_last_name: null,
    email: "mina@students.example",
    guest_email: null,
    phone: "+1 604 555 0123",
    guest_phone: null,
    campus: { campus: "Okanagan Campus", university: "University of British Columbia" },
    building_name: "Cascades",
    address: 'Room 4, "blue" door',
    pickup_date: "2027-04-28",
    pickup_time: "9:00 AM - 12:00 PM",
    supply_kit_delivery_date: "2027-04-20",
    delivery_option: "same_city",
    return_delivery_date: "2027-09-01",
    status: "picked_up",
    created_at: "2027-03-02T06:30:00+00:00",
    ...fields,
  }) as ExportedBooking;

it("has the specified columns, and for the office code, account and money behind them", () => {
  expect(bookingsCsv([], "-07:00", null)).toBe(`\uFEFF${HEAD}\r\n`);
  expect(bookingsCsv([], "-07:00", OFFICE)).toBe(
    `\uFEFF${HEAD},Booking,Customer ID,Invoiced,Owed\r\n`,
  );
});

it("writes a booking with quotes doubled, days as days and moments in campus time", () => {
  const [, line] = bookingsCsv([row({})], "-07:00", OFFICE).split("\r\n");
  expect(line).toBe(
    "Mina Park,mina@students.example,+1 604 555 0123,University of British Columbia," +
      'Okanagan Campus,"Cascades, Room 4, ""blue"" door",2027-04-28,9:00 AM - 12:00 PM,' +
      "Yes,Same City,2027-09-01,Picked Up,2027-03-01 23:30,0B5C-4A58,SS-7K4M2,220.50,110.25",
  );
});

it("runs no formula, and leaves blank what nobody gave", () => {
  const text = bookingsCsv(
    [
      row({
        user: null,
        first_name: '=HYPERLINK("http://evil.example")',
        last_name: null,
        phone: null,
        building_name: "@SUM(A1)",
        address: null,
        supply_kit_delivery_date: null,
        delivery_option: null,
        return_delivery_date: null,
      }),
    ],
    undefined,
    new Map(),
  );
  const [, line] = text.split("\r\n");
  expect(line).toBe(
    '"\'=HYPERLINK(""http://evil.example"")",mina@students.example,,' +
      "University of British Columbia,Okanagan Campus,'@SUM(A1),2027-04-28," +
      "9:00 AM - 12:00 PM,No,,,Picked Up,2027-03-02 06:30 UTC,0B5C-4A58,,0.00,0.00",
  );
});

it("names the file by the campus day", () => {
  expect(fileName("2027-05-01")).toBe("bookings_2027-05-01.csv");
});

it("joins building and address as far as they are known", () => {
  expect(pickupAddress({ building_name: " ", address: "12 Elm St" })).toBe("12 Elm St");
  expect(pickupAddress({ building_name: null, address: null })).toBe("");
});

it("lists returns by day and window", () => {
  const back = (last_name: string, day: string, window: string | null) =>
    row({
      id: "7f3a91c2-0000-4000-8000-000000000000",
      last_name,
      return_delivery_date: day,
      return_delivery_time: window,
      delivery_address: "2 Oak Street",
    });
  const text = returnsCsv([
    back("Late", "2027-09-01", "3:00 PM - 6:00 PM"),
    back("Next", "2027-09-02", null),
    back("Noon", "2027-09-01", "12:00 PM - 3:00 PM"),
  ]);
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toContain("Booking,Customer,Phone,Campus,Return Date,Return Window");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([
    "Mina Noon",
    "Mina Late",
    "Mina Next",
  ]);
});
