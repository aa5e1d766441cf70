import type { OrderProposal } from "@api/commands.types";
import { expect, it } from "vitest";
import { lateWords } from "./order-dialog";

const full: OrderProposal = {
  before_minutes: 900,
  after_minutes: 840,
  order: Array.from({ length: 50 }, (_, index) => String(index)),
  before_late: 46,
  after_late: 44,
  fits: 6,
  late_from: 7,
  vans: 9,
};

it("says how many stops fit into a day, from which on not, and how many vans it takes", () => {
  expect(lateWords(full)).toEqual([
    "This order keeps 2 more windows.",
    "One van cannot keep all windows of 50 stops: about 6 fit. From stop 7 on, it comes too late. Plan 9 vans.",
  ]);
});

it("says nothing of a day that one van holds", () => {
  expect(lateWords({ ...full, before_late: 0, after_late: 0, late_from: null })).toEqual([]);
});
