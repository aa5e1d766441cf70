import { describe, expect, it } from "vitest";
import { type Answers, emptyAnswers, type Step } from "./answers";
import { missingIn, schemaOf, waitsForAnswers } from "./step-schemas";

const having = (answers: Partial<Answers>): Answers => ({ ...emptyAnswers(), ...answers });

/** Each field that something is wrong with, with its first message, as the form shows them. */
async function problems(step: Step, answers: Partial<Answers>) {
  const { error } = await schemaOf(step).safeParseAsync(having(answers));
  const found = new Map<string, string>();
  for (const { path, message } of error?.issues ?? [])
    if (!found.has(String(path[0]))) found.set(String(path[0]), message);
  return Object.fromEntries(found);
}

const KNOWN = {
  firstName: "Maya",
  lastName: "Chen",
  email: "maya@wizard.test",
  phone: "604 555 0187",
};

describe("Your Information", () => {
  it("asks for all four fields, in their order", async () => {
    expect(Object.entries(await problems("guestInfo", {}))).toEqual([
      ["firstName", "First name is required"],
      ["lastName", "Last name is required"],
      ["email", "Email is required"],
      ["phone", "Phone is required"],
    ]);
  });

  it("takes a blank for nothing, and refuses addresses and numbers that reach nobody", async () => {
    const data = { firstName: " ", lastName: "Chen", email: "maya@", phone: "138" };
    expect(Object.keys(await problems("guestInfo", data))).toEqual(["firstName", "email", "phone"]);
    expect(await problems("guestInfo", KNOWN)).toEqual({});
    expect(await problems("guestInfo", { ...KNOWN, phone: "+86 138 1234 5678" })).toEqual({});
  });

  it("needs nothing of a parent or a student beside, but checks what is told", async () => {
    const other = { otherName: "Mei", otherPhone: "abc", otherEmail: "mei" };
    expect(Object.keys(await problems("guestInfo", { ...KNOWN, ...other }))).toEqual([
      "otherPhone",
      "otherEmail",
    ]);
  });
});

describe("Create Your Password", () => {
  const check = async (password: string, confirmPassword: string) =>
    Object.values(await problems("passwordCreation", { password, confirmPassword }));

  it("says one thing at a time, in a fixed order", async () => {
    expect(await check("", "")).toEqual(["Please fill in all fields"]);
    expect(await check("abc", "")).toEqual(["Please fill in all fields"]);
    expect(await check("abc", "abd")).toEqual(["Passwords do not match"]);
    expect(await check("abc", "abc")).toEqual(["Password must be at least 6 characters"]);
    expect(await check("five-boxes", "five-boxes")).toEqual([]);
  });

  it("refuses here already what the server would refuse at the end", async () => {
    expect(await check("123456", "123456")).toHaveLength(1);
    expect(await check("Password1", "Password1")).toHaveLength(1);
    expect(await check("é".repeat(36), "é".repeat(36))).toEqual([]);
    expect(await check("é".repeat(37), "é".repeat(37))).toHaveLength(1);
  });
});

describe("the steps of choices", () => {
  const missing = (step: Step, answers: Partial<Answers> = {}) => missingIn(step, having(answers));

  it("needs a university and a campus", () => {
    expect(missing("schoolSearch")).toBe("Choose your university");
    const university = "University of British Columbia";
    expect(missing("schoolSearch", { university })).toBe("Choose your campus");
    expect(missingIn("schoolSearch", emptyAnswers({ campusId: 2 }))).toBeNull();
  });

  it("needs a date for supplies only when they are wanted", () => {
    expect(missing("supplyKit")).toBe("Choose yes or no");
    expect(missing("supplyKit", { wantsSupplies: true })).toBe("Pick a delivery date");
    expect(missing("supplyKit", { wantsSupplies: false })).toBeNull();
    const wanted = { wantsSupplies: true, supplyKitDate: "2027-04-20" };
    expect(missing("supplyKit", wanted)).toBeNull();
  });

  const PICKUP = { pickupDate: "2027-04-30", pickupTime: "9:00 AM - 12:00 PM" };

  it("needs a pickup date and slot, and a flight time only with a flight", () => {
    expect(missing("pickup")).toBe("Pick a pickup date");
    expect(missing("pickup", { pickupDate: "2027-04-30" })).toBe("Choose a time slot");
    expect(missing("pickup", PICKUP)).toBeNull();
    expect(missing("pickup", { ...PICKUP, hasFlight: true })).toBe("Choose when you fly");
    const flying = { ...PICKUP, hasFlight: true, flightTime: "evening" as const };
    expect(missing("pickup", flying)).toBeNull();
  });

  it("never needs a pickup place, but takes no half of an address", () => {
    const other = { ...PICKUP, residenceType: "other" as const, city: "Kamloops" };
    expect(missing("pickup", other)).toBeNull();
    expect(missing("pickup", { ...other, street: "805 Fleming Drive" })).toMatch("postal code");
    expect(missing("pickup", { ...other, postalCode: "ZZZ 999" })).toBe("Enter the street");
    const wrong = { ...other, street: "805 Fleming Drive", postalCode: "ZZZ 999" };
    expect(missing("pickup", wrong)).toMatch("postal code");
    expect(missing("pickup", { ...wrong, postalCode: "v2c 5m3", city: " " })).toBe(
      "Enter the city",
    );
    expect(missing("pickup", { ...wrong, postalCode: "v2c5m3" })).toBeNull();
  });

  it.each([
    ["V6T 1Z4", null],
    ["v6t1z4", null],
    ["ZZZ 999", "Enter a postal code like V6T 1Z4"],
    // Of Ontario, where nobody of ours comes by.
    ["M5V 3L9", "Enter a postal code like V6T 1Z4"],
    // No code has a D.
    ["V6D 1Z4", "Enter a postal code like V6T 1Z4"],
  ])("takes a postal code of British Columbia: %s", (postalCode, message) => {
    const its = having({
      pickupDate: "2027-04-30",
      pickupTime: "9:00 AM - 12:00 PM",
      residenceType: "other",
      street: "12 Elm Street",
      city: "Vancouver",
      postalCode,
    });
    expect(missingIn("pickup", its)).toBe(message);
  });

  it.each(["same_city", "different_city"] as const)("needs date and address for %s", (option) => {
    expect(missing("delivery", { deliveryOption: option })).toBe("Pick a delivery date");
    const dated = { deliveryOption: option, deliveryDate: "2027-09-01" };
    expect(missing("delivery", dated)).toBe("Enter the delivery address");
    expect(missing("delivery", { ...dated, deliveryAddress: "12 Elm Street" })).toBeNull();
  });

  it("needs neither to decide later", () => {
    expect(missing("delivery", { deliveryOption: "decide_later" })).toBeNull();
  });

  it("disables Continue there, and nowhere else", () => {
    const steps: Step[] = ["schoolSearch", "supplyKit", "pickup", "delivery"];
    expect(steps.map(waitsForAnswers)).toEqual(Array(4).fill(true));
    const typed: Step[] = ["guestInfo", "passwordCreation", "signup"];
    expect(typed.map(waitsForAnswers)).toEqual(Array(3).fill(false));
  });
});
