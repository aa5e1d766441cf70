import { describe, expect, it } from "vitest";
import {
  customerName,
  deliveryOf,
  emailOf,
  flightOf,
  phoneHint,
  phoneOf,
  residenceOf,
  typeOf,
} from "./words";

const nameless = {
  first_name: null,
  last_name: null,
  guest_first_name: null,
  guest_last_name: null,
};

describe("a booking in words", () => {
  it("names the customer, else the guest, else nobody", () => {
    const guest = { guest_first_name: "Guest", guest_last_name: "Lee" };
    expect(customerName({ ...guest, first_name: "Ana", last_name: "Silva" })).toBe("Ana Silva");
    expect(customerName({ ...nameless, ...guest })).toBe("Guest Lee");
    expect(customerName({ ...nameless, first_name: " ", guest_last_name: "Lee" })).toBe("Lee");
    expect(customerName(nameless)).toBe("Unknown");
  });

  it("falls back to the guest's address and phone", () => {
    expect(emailOf({ email: null, guest_email: "g@example.com" })).toBe("g@example.com");
    expect(emailOf({ email: null, guest_email: null })).toBe("Not provided");
    expect(phoneOf({ phone: null, guest_phone: "250 555 0100" })).toBe("+1 250 555 0100");
    expect(phoneOf({ phone: "", guest_phone: null })).toBe("Not provided");
  });

  it("says that the driver calls the person at the door first", () => {
    const door = "+1 604 555 0187";
    expect(phoneHint("student", "")).toBe("The driver calls this number on pickup day.");
    expect(phoneHint("parent", null)).toBe("The driver calls this number on pickup day.");
    expect(phoneHint("parent", door)).toBe("Called if nobody answers at the student's phone.");
    expect(phoneHint(null, door)).toBe(
      "Called if nobody answers at the phone of the person at the door.",
    );
  });

  it("is registered exactly when it belongs to an account", () => {
    expect(typeOf({ user_id: "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11" })).toBe("Registered");
    expect(typeOf({ user_id: null })).toBe("Guest");
  });

  it("uses the wizard's words for what was chosen there", () => {
    expect(deliveryOf({ delivery_option: "decide_later" })).toBe("Decide Later");
    expect(deliveryOf({ delivery_option: null })).toBe("Not specified");
    expect(residenceOf({ residence_type: "on_campus" })).toBe("On campus");
    expect(flightOf({ has_flight: false, flight_time: "morning" })).toBe("No flight");
    expect(flightOf({ has_flight: true, flight_time: "morning" })).toBe(
      "Morning (6:00 AM - 12:00 PM)",
    );
    expect(flightOf({ has_flight: true, flight_time: null })).toBe("Not specified");
  });
});
