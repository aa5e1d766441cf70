import { describe, expect, it } from "vitest";
import { type Draft, draftOf, type Section } from "./edit-draft";
import { summaryOf } from "./edit-summary";

const DRAFT = {
  ...draftOf({} as Parameters<typeof draftOf>[0]),
  first_name: "Maya",
  last_name: "Chen",
  phone: "+16045550187",
  campus_id: 2,
  building_name: " Nechako ",
  pickup_date: "2027-04-28",
  pickup_time: "9:00 AM - 12:00 PM",
  has_flight: false,
  delivery_option: "decide_later",
  supply_kit_delivery_date: null,
} as Draft;

it("says in a line what each section holds", () => {
  const said = Object.values(summaryOf(DRAFT)).map(({ chosen }) => chosen);
  expect(said).toEqual([
    "Maya Chen, +1 604 555 0187",
    "Nobody else",
    "Okanagan Campus, Nechako",
    "No supply kit",
    "Wed, Apr 28, 2027, 9:00 AM - 12:00 PM",
    "Decide Later",
  ]);
});

it("names other people by what they do", () => {
  const { people } = summaryOf({ ...DRAFT, contact_name: "Jo Park", payer_email: "dad@home.test" });
  expect(people.chosen).toBe("Jo Park is at the door, dad@home.test pays");
});

describe("what is missing", () => {
  it("is nothing in a whole booking", () => {
    expect(Object.values(summaryOf(DRAFT)).map(({ lacks }) => lacks)).toEqual(Array(6).fill(""));
  });

  it.each<[Section, Partial<Draft>, string]>([
    ["you", { phone: " " }, "No phone number yet."],
    ["place", { building_name: " ", address: null }, "No address yet."],
    ["pickup", { pickup_date: null }, "No day yet."],
    ["pickup", { pickup_time: null }, "No time yet."],
    ["pickup", { has_flight: true, flight_time: null }, "No flight time yet."],
    ["delivery", { delivery_option: "same_city" }, "No delivery date yet."],
    [
      "delivery",
      { delivery_option: "same_city", return_delivery_date: "2027-08-31" },
      "No delivery address yet.",
    ],
  ])("%s with %j: %s", (section, changes, words) => {
    expect(summaryOf({ ...DRAFT, ...changes })[section].lacks).toBe(words);
  });
});
