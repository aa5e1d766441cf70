import { expect, test } from "vitest";
import { byPerson } from "./by-person";

const ANA = { id: "m1", name: "Ana" };
const LEO = { id: "m2", name: "Leo" };

test("lists a shared booking's items by person, a friend without items too", () => {
  const items = [
    { id: "a", member_id: null },
    { id: "b", member_id: "m1" },
    { id: "c", member_id: "m1" },
  ];
  const found = byPerson(items, [ANA, LEO]);
  expect(found.map(({ friend, items: own }) => [friend?.name, own.map(({ id }) => id)])).toEqual([
    [undefined, ["a"]],
    ["Ana", ["b", "c"]],
    ["Leo", []],
  ]);
});

test("keeps every item on the list where a friend is not known", () => {
  expect(byPerson([{ member_id: "gone" }], [])).toHaveLength(1);
});
