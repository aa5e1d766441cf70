import { expect, it } from "vitest";
import { failuresOf } from "./run-words";

it("offers the crew what can go wrong at a stop of this kind", () => {
  const words = (kind: "pickup" | "return" | "kit") => failuresOf(kind).map(({ value }) => value);
  expect(words("pickup")).toContain("refused_goods");
  for (const kind of ["return", "kit"] as const)
    expect(words(kind)).toEqual(["nobody_there", "not_ready", "wrong_address", "ours"]);
});
