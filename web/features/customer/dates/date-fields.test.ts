import { ApiError } from "@api/errors";
import { describe, expect, it } from "vitest";
import { dateChange, freeReturnDays, refusalWords } from "./date-fields";

describe("changing a date", () => {
  it("sends one field, and the time with a pickup where one was chosen", () => {
    expect(dateChange("supply_kit_delivery_date", "2027-04-20", undefined)).toEqual({
      supply_kit_delivery_date: "2027-04-20",
    });
    expect(dateChange("pickup_date", "2027-05-01", "10:00 AM")).toEqual({
      pickup_date: "2027-05-01",
      pickup_time: "10:00 AM",
    });
    expect(dateChange("pickup_date", "2027-05-01", undefined)).toEqual({
      pickup_date: "2027-05-01",
    });
    expect(dateChange("return_delivery_date", "2027-08-31", "10:00 AM")).toEqual({
      return_delivery_date: "2027-08-31",
    });
  });

  it("says what the server said about a full window", () => {
    const full =
      "Sat, May 1 in the morning is full. The nearest free window is 12:00 PM - 3:00 PM.";
    expect(refusalWords(new ApiError(409, "PT409", full))).toBe(full);
    expect(refusalWords(new ApiError(400, "23514", "The pickup date cannot be in the past."))).toBe(
      "The pickup date cannot be in the past.",
    );
  });

  it("keeps the machine's words to itself", () => {
    const check = 'new row for relation "bookings" violates check constraint "plausible"';
    expect(refusalWords(new ApiError(400, "23514", check))).toBeNull();
    expect(refusalWords(new ApiError(503, "08006", "connection lost"))).toBeNull();
    expect(refusalWords(new Error("boom"))).toBeNull();
  });

  it("explains a booking that was picked up in the meantime", () => {
    const gone = new ApiError(406, "PGRST116", "Cannot coerce the result to a single JSON object");
    expect(refusalWords(gone)).toContain("changed in the meantime");
  });
});

describe("free return days", () => {
  it("are those of the coming season", () => {
    expect(freeReturnDays("2027-04-20")).toEqual([
      "2027-08-31",
      "2027-09-01",
      "2027-09-02",
      "2027-09-03",
    ]);
    expect(freeReturnDays("2027-09-04")[0]).toBe("2028-08-31");
  });

  it("leave out those that are over", () => {
    expect(freeReturnDays("2027-09-02")).toEqual(["2027-09-02", "2027-09-03"]);
  });
});
