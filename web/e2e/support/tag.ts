import { test } from "@playwright/test";

let journey = "";
let known = "";

/**
 * A name that no customer of another journey has. The files that one worker runs share modules: by
 * a name made once, the second of them would find what the first has left behind.
 */
export function tag(): string {
  const { testId, repeatEachIndex, workerIndex } = test.info();
  const now = `${testId} ${repeatEachIndex}`;
  if (now !== journey) {
    journey = now;
    known = `${Date.now().toString(36)}${workerIndex.toString(36)}`;
  }
  return known;
}
