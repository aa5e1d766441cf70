import { describe, expect, it } from "vitest";
import { amountError, centsOf } from "./money-typed";

describe("centsOf", () => {
  it.each([
    ["60", 6000],
    ["$1,110.25", 111025],
    [" 0.5 ", 50],
    ["0.29", 29],
    ["100000", 10_000_000],
    ["100000.01", null],
    ["0", null],
    ["-5", null],
    ["1.234", null],
    ["12,50", null],
    ["1e3", null],
    ["", null],
  ])("%s", (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });
});

describe("what is said of an amount", () => {
  it("names the limit", () => {
    expect(amountError("12", 1200)).toBe("");
    expect(amountError("12.01", 1200)).toBe("At most $12.");
    expect(amountError("twelve")).toBe("Please give an amount such as 110.25.");
  });
});
