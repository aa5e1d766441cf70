import { describe, expect, it } from "vitest";
import { daysAfter, deliveryDateWarning, kitDateWarning, pickupDateWarning } from "./date-warnings";

const TODAY = "2027-04-15";

describe("gentle words about dates", () => {
  it.each([
    ["", "", null],
    ["2027-04-14", "", "passed"],
    ["2027-04-16", "", "very soon"],
    ["2027-04-17", "", null],
    ["2027-04-20", "2027-04-20", "less than a day"],
    ["2027-04-20", "2027-04-21", null],
  ])("kit on %j, pickup on %j: %j", (supplyKitDate, pickupDate, words) => {
    const warning = kitDateWarning({ supplyKitDate, pickupDate }, TODAY);
    words ? expect(warning).toContain(words) : expect(warning).toBeNull();
  });

  it.each([
    ["2027-04-14", true, "passed"],
    ["2027-04-20", true, "supply kit"],
    ["2027-04-20", false, null],
    ["2027-04-21", true, null],
  ])("pickup on %j with kit on the 20th wanted %j: %j", (pickupDate, wantsSupplies, words) => {
    const data = { supplyKitDate: "2027-04-20", pickupDate, wantsSupplies };
    const warning = pickupDateWarning(data, TODAY);
    words ? expect(warning).toContain(words) : expect(warning).toBeNull();
  });

  it("minds a delivery that is not after the pickup", () => {
    const pickupDate = "2027-04-30";
    expect(deliveryDateWarning({ pickupDate, deliveryDate: pickupDate }, TODAY)).toContain("after");
    expect(deliveryDateWarning({ pickupDate, deliveryDate: "2027-09-01" }, TODAY)).toBeNull();
    expect(deliveryDateWarning({ pickupDate, deliveryDate: "2026-09-01" }, TODAY)).toContain(
      "year",
    );
  });

  it("counts days over the ends of months", () => {
    expect(daysAfter("2027-04-30", 1)).toBe("2027-05-01");
    expect(daysAfter("2028-03-01", -1)).toBe("2028-02-29");
  });
});
