import { type Answers, emptyAnswers } from "@features/booking/answers/answers";
import { reviewOf } from "@features/booking/answers/summary";
import { describe, expect, it } from "vitest";
import { bookingBody } from "./booking-body";

const DATA: Answers = {
  ...emptyAnswers({ campusId: 1 }),
  userType: "student",
  firstName: " Maya ",
  lastName: "Chen",
  email: "maya@wizard.test ",
  phone: "604 555 0187",
  wantsSupplies: true,
  supplyKitDate: "2027-04-20",
  pickupDate: "2027-04-30",
  pickupTime: "9:00 AM - 12:00 PM",
  hasFlight: true,
  flightTime: "evening",
  buildingName: "Totem Park",
  room: "214",
  residenceAddress: "2525 West Mall",
  deliveryOption: "same_city",
  deliveryDate: "2027-09-01",
  deliveryAddress: "12 Elm Street",
};

describe("the row that is inserted", () => {
  it("carries a guest's name and address twice", () => {
    expect(bookingBody(DATA, null)).toEqual({
      user_id: null,
      campus_id: 1,
      first_name: "Maya",
      last_name: "Chen",
      email: "maya@wizard.test",
      phone: "+16045550187",
      guest_first_name: "Maya",
      guest_last_name: "Chen",
      guest_email: "maya@wizard.test",
      guest_phone: "+16045550187",
      residence_type: "on_campus",
      building_name: "Totem Park, room 214",
      address: "2525 West Mall",
      supply_kit_delivery_date: "2027-04-20",
      pickup_date: "2027-04-30",
      pickup_time: "9:00 AM - 12:00 PM",
      has_flight: true,
      flight_time: "evening",
      delivery_option: "same_city",
      return_delivery_date: "2027-09-01",
      delivery_address: "12 Elm Street",
      booked_by: "student",
    });
  });

  it("says how somebody heard of us where they said so", () => {
    const body = bookingBody({ ...DATA, howHeard: "Friend or roommate" }, null);
    expect(body.how_heard).toBe("Friend or roommate");
    expect(bookingBody(DATA, null)).not.toHaveProperty("how_heard");
  });

  it("belongs to the account of somebody who is signed in, without guest fields", () => {
    const body = bookingBody({ ...DATA, plan: "medium" }, "7f3a");
    expect(body).toMatchObject({
      user_id: "7f3a",
      pricing: "bundle",
      expected_items: 8,
    });
    expect(Object.keys(body).filter((key) => key.startsWith("guest_"))).toEqual([]);
  });

  it("drops what an answer made pointless", () => {
    const data: Answers = {
      ...DATA,
      wantsSupplies: false,
      hasFlight: false,
      deliveryOption: "decide_later",
    };
    expect(bookingBody(data, null)).toMatchObject({
      supply_kit_delivery_date: null,
      has_flight: false,
      flight_time: null,
      return_delivery_date: null,
      delivery_address: null,
    });
  });

  it("needs a campus", () => {
    expect(() => bookingBody(emptyAnswers(), null)).toThrow("Campus selection is required");
  });
});

describe("a pickup elsewhere", () => {
  const elsewhere: Answers = {
    ...DATA,
    residenceType: "other",
    street: "805 Fleming Drive",
    city: "Kamloops",
    postalCode: "v2c5m3",
  };

  it("is written in one line, without the residence that was looked at before", () => {
    expect(bookingBody(elsewhere, null)).toMatchObject({
      residence_type: "other",
      building_name: null,
      address: "805 Fleming Drive, Kamloops BC V2C 5M3",
    });
  });

  it("is none while only the city is known, which was filled in for the campus", () => {
    expect(bookingBody({ ...elsewhere, street: "", postalCode: "" }, null).address).toBeNull();
  });
});

it("says who meets the crew, and what was chosen beside the dates", () => {
  const told = {
    ...DATA,
    userType: "parent" as const,
    otherName: "Mei Chen",
    otherPhone: "604 555 0188",
    otherEmail: "mei@student.example",
    plan: "single_items",
    items: 7,
    protection: 500,
    textMessages: true,
  };
  expect(bookingBody(told, null)).toMatchObject({
    booked_by: "parent",
    contact_name: "Mei Chen",
    contact_phone: "+16045550188",
    contact_email: "mei@student.example",
    text_messages: true,
    pricing: "single_items",
    expected_items: 7,
    expected_value_cents: 50_000,
  });
  expect(bookingBody({ ...told, userType: "student" }, null)).toMatchObject({
    payer_name: "Mei Chen",
    payer_phone: "+16045550188",
    payer_email: "mei@student.example",
  });
});

describe("the final review", () => {
  const labels = (answers: Answers) =>
    reviewOf(answers).flatMap(({ rows }) => rows.map(({ label }) => label));

  it("shows the eight agreed lines in their order, each with what belongs to it", () => {
    expect(labels(DATA)).toEqual([
      "Name",
      "Email",
      "Phone",
      "Invoices go to",
      "University",
      "Campus",
      "Campus ID",
      "Pickup Date",
      "Pickup Time",
      "Pickup place",
      "Flight",
      "Supply kit",
      "Delivery",
    ]);
    const paid = (answers: Answers) =>
      reviewOf(answers)[0]?.rows.find(({ label }) => label === "Invoices go to")?.value;
    expect(paid(DATA)).toBe(DATA.email.trim());
    const parent = { userType: "student", otherEmail: "parent@wizard.test" } as const;
    expect(paid({ ...DATA, ...parent })).toBe("parent@wizard.test");
    expect(paid({ ...DATA, ...parent, userType: "parent" })).toBe(DATA.email.trim());
    expect(reviewOf(DATA)[1]?.rows.at(-1)).toEqual({ label: "Campus ID", value: "1" });
    expect(reviewOf(DATA)[2]?.rows[0]).toEqual({
      label: "Pickup Date",
      value: "Fri, Apr 30, 2027",
    });
  });

  it("leads to the step of each part", () => {
    expect(reviewOf(DATA).map(({ step }) => step)).toEqual([
      "guestInfo",
      "schoolSearch",
      "pickup",
      "supplyKit",
      "delivery",
    ]);
  });

  it("has no line for what was not asked", () => {
    const bare = { ...emptyAnswers({ campusId: 1 }), deliveryOption: "decide_later" as const };
    expect(labels(bare)).not.toContain("Flight");
    expect(labels(bare)).not.toContain("Phone");
  });
});
