import { expect, test } from "vitest";
import { byPerson, describeItem } from "./by-person";

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

test("lists the customer of a shared booking who listed nothing", () => {
  const [first] = byPerson([{ member_id: "m1" }], [ANA]);
  expect(first).toEqual({ friend: null, items: [] });
  expect(byPerson([], [])).toEqual([]);
});

test("names a friend's item by its owner, so that two boxes are told apart", () => {
  const box = { description: "Box", member_id: null };
  expect(describeItem(box, [ANA])).toBe("Box");
  expect(describeItem({ ...box, member_id: "m1" }, [ANA])).toBe("Box (Ana)");
});

test("keeps every item on the list where a friend is not known", () => {
  expect(byPerson([{ member_id: "gone" }], [])).toHaveLength(1);
});
