import { describe, expect, it } from "vitest";
import { bookingBody } from "./booking-body";
import { summaryOf } from "./summary";
import { emptyData, type WizardData } from "./wizard-data";

const DATA: WizardData = {
  ...emptyData(1),
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
  address: "2525 West Mall",
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
      phone: "604 555 0187",
      guest_first_name: "Maya",
      guest_last_name: "Chen",
      guest_email: "maya@wizard.test",
      guest_phone: "604 555 0187",
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
    });
  });

  it("belongs to the account of somebody who is signed in, without guest fields", () => {
    const body = bookingBody(DATA, "7f3a", "Medium Bundle");
    expect(body).toMatchObject({ user_id: "7f3a", additional_comments: "Medium Bundle" });
    expect(Object.keys(body).filter((key) => key.startsWith("guest_"))).toEqual([]);
  });

  it("drops what an answer made pointless", () => {
    const data: WizardData = {
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
    expect(() => bookingBody(emptyData(), null)).toThrow("Campus selection is required");
  });
});

describe("the final review", () => {
  it("shows the eight agreed lines first", () => {
    expect(summaryOf(DATA).main).toEqual([
      { label: "Name", value: "Maya Chen" },
      { label: "Email", value: "maya@wizard.test" },
      { label: "Phone", value: "604 555 0187" },
      { label: "University", value: "University of British Columbia" },
      { label: "Campus", value: "Vancouver Campus" },
      { label: "Campus ID", value: "1" },
      { label: "Pickup Date", value: "Fri, Apr 30, 2027" },
      { label: "Pickup Time", value: "9:00 AM - 12:00 PM" },
    ]);
  });

  it("adds the other answers, and no line for what was not asked", () => {
    expect(summaryOf(DATA).more.map(({ label }) => label)).toEqual([
      "Supply kit",
      "Pickup place",
      "Flight",
      "Delivery",
    ]);
    const bare = { ...emptyData(1), deliveryOption: "decide_later" as const };
    expect(summaryOf(bare).more.map(({ label }) => label)).toEqual(["Supply kit", "Delivery"]);
  });
});
