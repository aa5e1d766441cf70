import { describe, expect, it } from "vitest";
import { emptyData, prefillOf, STEPS, stepsFor, type WizardData } from "./wizard-data";
import { openedWizard, placeOf, type WizardAction, wizardReducer } from "./wizard-state";

const ANSWERS: Partial<WizardData> = {
  userType: "student",
  firstName: "Maya",
  lastName: "Chen",
  email: "maya@wizard.test",
  phone: "604 555 0187",
  password: "five-boxes",
  confirmPassword: "five-boxes",
  university: "University of British Columbia",
  campus: "Vancouver Campus",
  campusId: 1,
  wantsSupplies: false,
  pickupDate: "2027-04-30",
  pickupTime: "9:00 AM - 12:00 PM",
  deliveryOption: "decide_later",
};

const answered = () => openedWizard({ ...emptyData(), ...ANSWERS });
const following = (state = answered(), ...actions: WizardAction[]) =>
  actions.reduce(wizardReducer, state);
const GO_ON: WizardAction = { type: "continued" };
const GO_BACK: WizardAction = { type: "wentBack" };

describe("the order of steps", () => {
  it("leads a visitor through all eight, and back again", () => {
    let state = answered();
    const visited = [state.step];
    while (state.step !== "signup") {
      state = following(state, GO_ON);
      visited.push(state.step);
    }
    expect(visited).toEqual(STEPS);
    for (const step of [...STEPS].reverse().slice(1)) {
      state = following(state, GO_BACK);
      expect(state.step).toBe(step);
    }
    expect(following(state, GO_BACK).step).toBe("userType");
  });

  it("leaves the password step out for somebody who is signed in", () => {
    const prefill = { email: "maya@wizard.test" };
    const state = following(answered(), { type: "signedIn", prefill }, GO_ON, GO_ON);
    expect(state.step).toBe("schoolSearch");
    expect(placeOf(state)).toEqual({ index: 2, count: 7 });
    expect(stepsFor(true)).not.toContain("passwordCreation");
  });

  it("takes somebody who signs in at the password step on to the next", () => {
    const state = { ...answered(), step: "passwordCreation" as const };
    expect(following(state, { type: "signedIn", prefill: {} }).step).toBe("schoolSearch");
  });

  it("stays on a step that lacks something and says what", () => {
    const state = following(
      openedWizard(emptyData()),
      { type: "continued", changes: { userType: "parent" } },
      GO_ON,
    );
    expect(state.step).toBe("guestInfo");
    expect(state.problems).toHaveLength(4);
    const typed = following(state, { type: "changed", changes: { firstName: "Maya" } });
    expect(typed.problems.map(({ field }) => field)).toEqual(["lastName", "email", "phone"]);
  });

  it("comes straight back to the review after a jump to mend something", () => {
    const review = { ...answered(), step: "signup" as const };
    const mending = following(review, { type: "jumped", step: "pickup" });
    expect(mending.step).toBe("pickup");
    expect(following(mending, GO_ON).step).toBe("signup");
    expect(following(mending, GO_BACK, GO_ON).step).toBe("pickup");
  });
});

describe("answers", () => {
  it("forgets the campus when another university is chosen", () => {
    const university = "Thompson Rivers University";
    const { data } = following(answered(), { type: "changed", changes: { university } });
    expect(data).toMatchObject({ university, campus: "", campusId: null });
  });

  it("forgets the residence with its campus, but keeps an address of one's own", () => {
    const place = { buildingName: "Totem Park", address: "2525 West Mall" };
    const move: WizardAction = { type: "changed", changes: { campus: "Okanagan", campusId: 2 } };
    expect(following(answered(), { type: "changed", changes: place }, move).data).toMatchObject({
      buildingName: "",
      address: "",
    });
    const own = { residenceType: "other" as const, address: "12 Elm Street" };
    expect(following(answered(), { type: "changed", changes: own }, move).data.address).toBe(
      "12 Elm Street",
    );
  });

  it("starts empty, or with the campus that was asked for", () => {
    expect(emptyData()).toMatchObject({ userType: null, campusId: null, university: "" });
    expect(emptyData(3)).toMatchObject({ campusId: 3, university: "Thompson Rivers University" });
    expect(emptyData(99).campusId).toBeNull();
  });

  it("fills in what a profile knows without touching what was typed", () => {
    const profile = { first_name: "Maya", last_name: "Chen", email: "maya@wizard.test" };
    const data = { ...emptyData(), firstName: "May" };
    expect(prefillOf(data, profile)).toEqual({
      firstName: "May",
      lastName: "Chen",
      email: "maya@wizard.test",
    });
  });
});
