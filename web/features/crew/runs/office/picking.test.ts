import { expect, it } from "vitest";
import { pickedAfter } from "./picking";

const RUN = ["a", "b", "c", "d", "e"];

it("selects one stop and lets it go", () => {
  const one = pickedAfter(new Set(), RUN, { id: "b", on: true });
  expect([...one]).toEqual(["b"]);
  expect([...pickedAfter(one, RUN, { id: "b", on: false })]).toEqual([]);
});

it("selects and clears all between two stops, whichever is first", () => {
  const range = pickedAfter(new Set(["d"]), RUN, { id: "b", on: true, from: "d" });
  expect([...range].sort()).toEqual(["b", "c", "d"]);
  const left = pickedAfter(range, RUN, { id: "d", on: false, from: "c" });
  expect([...left]).toEqual(["b"]);
});

it("takes a stop alone where the one before it is in another run", () => {
  expect([...pickedAfter(new Set(["x"]), RUN, { id: "c", on: true, from: "x" })]).toEqual([
    "x",
    "c",
  ]);
});
