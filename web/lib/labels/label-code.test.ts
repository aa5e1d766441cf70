import { expect, test } from "vitest";
import { labelCode, shelfCode } from "./label-code";

/** Given out by the server (summerstow/warehouse/codes.py). */
const GIVEN = ["SS-YJST3-P", "SS-65645-W", "SS-RMB2M-J", "SS-JF3AX-7"];

test("a label is read in any spelling", () => {
  for (const code of GIVEN)
    for (const written of [code, code.toLowerCase(), code.replaceAll("-", " "), code.slice(3)])
      expect(labelCode(written)).toBe(code);
});

test("one misread character, or two that changed places, is noticed", () => {
  expect(labelCode("SS-YJST4-P")).toBeNull();
  expect(labelCode("SS-JYST3-P")).toBeNull();
  expect(labelCode("SS-YJSTP-3")).toBeNull();
  expect(labelCode("SS-YJST3")).toBeNull();
  expect(labelCode("https://example.org/SS-YJST3-P")).toBeNull();
});

test("a shelf is site, bay and shelf", () => {
  expect(shelfCode(" v-03-2 ")).toBe("V-03-2");
  expect(shelfCode("SS-YJST3-P")).toBeNull();
  expect(shelfCode("V-3-2")).toBeNull();
});
