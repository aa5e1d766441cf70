import { expect, it } from "vitest";
import { type Answers, emptyAnswers, STEPS, stepsFor, withConsequences } from "./answers";

const AT_TOTEM: Answers = {
  ...emptyAnswers({ campusId: 1 }),
  buildingName: "Totem Park",
  residenceAddress: "2525 West Mall",
  street: "12 Elm Street",
};

it("leads a visitor through all eight steps, and a customer past the password", () => {
  expect(stepsFor(false)).toEqual(STEPS);
  expect(stepsFor(true)).toHaveLength(7);
  expect(stepsFor(true)).not.toContain("passwordCreation");
});

it("forgets the campus when another university is chosen, and chooses the only one there is", () => {
  const tru = "Thompson Rivers University";
  const ubc = "University of British Columbia";
  expect(withConsequences(AT_TOTEM, { university: tru })).toMatchObject({ campusId: 3 });
  const at = emptyAnswers({ campusId: 3 });
  expect(withConsequences(at, { university: ubc })).toMatchObject({ campus: "", campusId: null });
});

it("forgets the residence with its campus, but keeps an address of one's own", () => {
  const moved = { ...AT_TOTEM, ...withConsequences(AT_TOTEM, { campus: "Okanagan", campusId: 2 }) };
  expect(moved).toMatchObject({ buildingName: "", residenceAddress: "", street: "12 Elm Street" });
});

it("loses nothing that was typed when the kind of address changes and changes back", () => {
  const there = { ...AT_TOTEM, ...withConsequences(AT_TOTEM, { residenceType: "other" }) };
  expect({ ...there, ...withConsequences(there, { residenceType: "on_campus" }) }).toEqual(
    AT_TOTEM,
  );
});

it("starts empty, or with what a campus page or an estimate knows", () => {
  expect(emptyAnswers()).toMatchObject({ userType: null, campusId: null, university: "" });
  expect(emptyAnswers({ campusId: 99 }).campusId).toBeNull();
  const start = { campusId: 3, planId: "medium", items: 7, pickupDate: "2027-04-30" };
  expect(emptyAnswers(start)).toMatchObject({
    university: "Thompson Rivers University",
    plan: "medium",
    items: 7,
    pickupDate: "2027-04-30",
  });
});
