import storage from "@facts/storage.json";

/** What an item that is added at the door may be, the most common first. */
export const DOOR_KINDS = [
  { value: "box", label: "Box" },
  ...storage.things
    .filter(({ group }) => group === "loose")
    .map(({ id, name }) => ({ value: id, label: name })),
  { value: "other", label: "Something else" },
];

/** The name of a kind of item that is added at the door. */
export function kindName(kind: string): string {
  return DOOR_KINDS.find(({ value }) => value === kind)?.label ?? "Item";
}
