import { expect, it } from "vitest";
import { onceKeys } from "./once";

it("gives what is sent again its key, and anything else another", () => {
  const keys = onceKeys();
  const first = keys.keyFor({ kits: 20 });
  expect(keys.keyFor({ kits: 20 })).toBe(first);
  expect(keys.keyFor({ kits: 21 })).not.toBe(first);
  const again = keys.keyFor({ kits: 20 });
  expect(again).not.toBe(first);
  keys.done();
  expect(keys.keyFor({ kits: 20 })).not.toBe(again);
});
