// @vitest-environment jsdom
import { emptyAnswers } from "@features/booking/answers/answers";
import { beforeEach, expect, it } from "vitest";
import { forgetDraft, keepDraft, readDraft } from "./draft";

beforeEach(() => sessionStorage.clear());

it("keeps what was typed for this tab, and never the password", () => {
  const typed = { ...emptyAnswers(), firstName: "Maya", email: "maya@wizard.test" };
  keepDraft("pickup", { ...typed, password: "five-boxes", confirmPassword: "five-boxes" });
  expect(readDraft()).toEqual({ step: "pickup", answers: typed });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("five-boxes");
  forgetDraft();
  expect(readDraft()).toBeNull();
});

it("passes over what it cannot read", () => {
  for (const odd of ["{", "[]", '{"step":"pickup","answers":{"firstName":7}}']) {
    sessionStorage.setItem("summerstow-booking-draft", odd);
    expect(readDraft()).toBeNull();
  }
});
