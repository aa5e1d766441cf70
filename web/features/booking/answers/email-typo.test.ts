import { expect, it } from "vitest";
import { likelyEmail } from "./email-typo";

it.each([
  ["maya@gmial.com", "maya@gmail.com"],
  ["Maya.Chen@gmail.co", "maya.chen@gmail.com"],
  ["maya@gmaill.com", "maya@gmail.com"],
  ["maya@hotmial.com", "maya@hotmail.com"],
  ["maya@outlok.com", "maya@outlook.com"],
  ["maya@studnet.ubc.ca", "maya@student.ubc.ca"],
])("takes %s for %s", (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

it.each(["maya@gmail.com", "maya@ubc.ca", "maya@example.org", "maya@", "", "maya@yahoo.ca"])(
  "leaves %j alone",
  (typed) => {
    expect(likelyEmail(typed)).toBeNull();
  },
);
