import type { KitState } from "@api/pickups/supplies";
import { csvText } from "@lib/format/csv";
import { addDays } from "@lib/format/dates";
import { describe, expect, it } from "vitest";
import { KIT_CSV } from "./kit-csv";
import { kitCode, kitCounts, nextStep, onTheRun, otherSteps } from "./kit-steps";
import { suppliesView } from "./supplies-view";

const kit = (state: KitState, wanted = true) => ({ state, wanted });

describe("a supply kit", () => {
  it("goes from requested to delivered, one step at a time, and out again after a failure", () => {
    const steps = (["requested", "packed", "out", "delivered", "failed"] as const).map(
      (state) => nextStep(kit(state))?.to,
    );
    expect(steps).toEqual(["packed", "out", "delivered", undefined, "out"]);
  });

  it("has a way back from everywhere, and fails only once it has left the shelf", () => {
    expect(otherSteps(kit("requested")).map(({ label }) => label)).toEqual([
      "Mark as out for delivery",
      "Mark as delivered",
    ]);
    expect(otherSteps(kit("out")).map(({ label }) => label)).toEqual([
      "Back to requested",
      "Back to packed",
      "Delivery failed…",
    ]);
    expect(otherSteps(kit("delivered")).map(({ to }) => to)).toContain("out");
  });

  it("that nobody wants any more can only be put back", () => {
    expect(nextStep(kit("out", false))?.to).toBe("requested");
    expect(otherSteps(kit("out", false))).toEqual([]);
  });

  it("is on the run until it is delivered", () => {
    const kits = [kit("requested"), kit("failed"), kit("delivered"), kit("packed", false)];
    expect(onTheRun(kits)).toEqual([kit("requested"), kit("failed")]);
    expect(kitCounts(kits)).toMatchObject({ requested: 1, packed: 1, out: 0, delivered: 1 });
  });

  it("has the customer's code, or a guest's booking", () => {
    const booking_id = "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11";
    expect(kitCode({ customer_id: "SS-7K4QX", booking_id })).toBe("SS-7K4QX");
    expect(kitCode({ customer_id: null, booking_id })).toBe("0B5C-4A58");
  });

  it("is a line of the file", () => {
    const row = {
      ...kit("out"),
      booking_id: "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11",
      user_id: null,
      since: "2027-04-01T00:00:00Z",
      door: "totem park",
      full_name: "=Ana",
      customer_id: null,
      email: "a@b.ca",
      phone: "+1 604 555 0100",
      building_name: "Totem Park",
      address: "2525 West Mall, Vancouver BC",
      residence_type: "on_campus",
      additional_comments: null,
      pickup_date: "2027-05-01",
      booking_status: "pending",
      note: null,
      delivered_at: null,
    };
    expect(csvText(KIT_CSV, [row]).split("\r\n")[1]).toBe(
      "'=Ana,0B5C-4A58,a@b.ca,+1 604 555 0100,Totem Park," +
        '"2525 West Mall, Vancouver BC",2027-05-01,Out for delivery,,',
    );
  });
});

describe("the address of the supplies tab", () => {
  it("names campus, day and state, and nonsense is the first campus today", () => {
    const view = suppliesView(new URLSearchParams("campus=3&date=2027-04-20&state=packed"));
    expect([view.campus.id, view.day, view.state]).toEqual([3, "2027-04-20", "packed"]);
    const plain = suppliesView(new URLSearchParams("campus=9&date=soon&state=lost"));
    expect([plain.campus.id, plain.day, plain.state]).toEqual([1, null, null]);
  });

  it("steps from day to day", () => {
    expect(addDays("2027-04-30", 1)).toBe("2027-05-01");
    expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
  });
});
