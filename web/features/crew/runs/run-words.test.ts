import type { StopCard } from "@api/commands.types";
import { expect, it } from "vitest";
import { failuresOf, newlyLateWords, runDoneWords } from "./run-words";

it("offers the crew what can go wrong at a stop of this kind", () => {
  const words = (kind: "pickup" | "return" | "kit") => failuresOf(kind).map(({ value }) => value);
  expect(words("pickup")).toContain("refused_goods");
  for (const kind of ["return", "kit"] as const)
    expect(words(kind)).toEqual(["nobody_there", "not_ready", "wrong_address", "ours"]);
});

it("does not count a stop that failed as done", () => {
  const stops = ["completed", "failed", "waiting", "arrived"].map(
    (state) => ({ state }) as StopCard,
  );
  expect(runDoneWords({ stops })).toBe("1 of 4 stops done, 1 failed");
  expect(runDoneWords({ stops: stops.slice(2) })).toBe("0 of 2 stops done");
});

it("names the stops that dealing makes late, and none that were late before", () => {
  const stop = (full_name: string, is_late: boolean) =>
    ({ id: full_name, full_name, state: "waiting", is_late }) as StopCard;
  const before = [stop("Ana", true), stop("Bo", false), stop("Chi", false)];
  const after = [stop("Ana", true), stop("Bo", true), stop("Chi", false)];
  expect(newlyLateWords({ stops: after }, before)).toBe("1 stop will be late: Bo.");
  expect(newlyLateWords({ stops: before }, before)).toBeNull();
});
