import { describe, expect, it } from "vitest";
import { emptyData, type WizardData } from "./wizard-data";
import { problemsOf, waitsForAnswers } from "./wizard-rules";

const messages = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args).map(({ message }) => message);
const having = (answers: Partial<WizardData>): WizardData => ({ ...emptyData(), ...answers });

describe("Your Information", () => {
  it("asks for all four fields, in their order", () => {
    expect(problemsOf("guestInfo", emptyData()).map(({ field }) => field)).toEqual([
      "firstName",
      "lastName",
      "email",
      "phone",
    ]);
  });

  it("takes a blank for nothing and refuses what is no address", () => {
    const data = having({ firstName: " ", lastName: "Chen", email: "maya@", phone: "1" });
    expect(problemsOf("guestInfo", data).map(({ field }) => field)).toEqual(["firstName", "email"]);
  });
});

describe("Create Your Password", () => {
  const check = (password: string, confirmPassword: string) =>
    messages("passwordCreation", having({ password, confirmPassword }));

  it("says one thing at a time, in a fixed order", () => {
    expect(check("", "")).toEqual(["Please fill in all fields"]);
    expect(check("abc", "")).toEqual(["Please fill in all fields"]);
    expect(check("abc", "abd")).toEqual(["Passwords do not match"]);
    expect(check("abc", "abc")).toEqual(["Password must be at least 6 characters"]);
    expect(check("abcdef", "abcdef")).toEqual([]);
  });

  it("counts bytes at the upper end, as the server does", () => {
    expect(check("é".repeat(36), "é".repeat(36))).toEqual([]);
    expect(check("é".repeat(37), "é".repeat(37))).toHaveLength(1);
  });
});

describe("the steps of choices", () => {
  it("needs a university and a campus", () => {
    expect(messages("schoolSearch", emptyData())).toEqual(["Choose your university"]);
    expect(
      messages("schoolSearch", having({ university: "University of British Columbia" })),
    ).toEqual(["Choose your campus"]);
    expect(messages("schoolSearch", emptyData(2))).toEqual([]);
  });

  it("needs a date for supplies only when they are wanted", () => {
    expect(messages("supplyKit", emptyData())).toHaveLength(1);
    expect(messages("supplyKit", having({ wantsSupplies: true }))).toHaveLength(1);
    expect(messages("supplyKit", having({ wantsSupplies: false }))).toEqual([]);
    const wanted = having({ wantsSupplies: true, supplyKitDate: "2027-04-20" });
    expect(messages("supplyKit", wanted)).toEqual([]);
  });

  it("needs a pickup date and slot, and a flight time only with a flight", () => {
    const both = { pickupDate: "2027-04-30", pickupTime: "9:00 AM - 12:00 PM" };
    expect(messages("pickup", emptyData())).toHaveLength(2);
    expect(messages("pickup", having(both))).toEqual([]);
    expect(messages("pickup", having({ ...both, hasFlight: true }))).toHaveLength(1);
    const flying = having({ ...both, hasFlight: true, flightTime: "evening" });
    expect(messages("pickup", flying)).toEqual([]);
  });

  it("never needs a pickup place", () => {
    const data = having({
      pickupDate: "2027-04-30",
      pickupTime: "9:00 AM - 12:00 PM",
      residenceType: "other",
    });
    expect(messages("pickup", data)).toEqual([]);
  });

  it.each(["same_city", "different_city"] as const)("needs date and address for %s", (option) => {
    expect(messages("delivery", having({ deliveryOption: option }))).toHaveLength(2);
    const whole = having({
      deliveryOption: option,
      deliveryDate: "2027-09-01",
      deliveryAddress: "12 Elm Street",
    });
    expect(messages("delivery", whole)).toEqual([]);
  });

  it("needs neither to decide later", () => {
    expect(messages("delivery", having({ deliveryOption: "decide_later" }))).toEqual([]);
  });

  it("disables Continue there, and nowhere else", () => {
    expect(["schoolSearch", "supplyKit", "pickup", "delivery"].map(waits)).toEqual(
      Array(4).fill(true),
    );
    expect(["guestInfo", "passwordCreation", "signup"].map(waits)).toEqual(Array(3).fill(false));
    function waits(step: string) {
      return waitsForAnswers(step as Parameters<typeof waitsForAnswers>[0]);
    }
  });
});
