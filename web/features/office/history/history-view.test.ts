import { describe, expect, it } from "vitest";
import { auditQuery, historyView, isNarrowed } from "./history-view";

const viewOf = (address: string) => historyView(new URLSearchParams(address));
const ID = "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11";

describe("the history's address", () => {
  it("says what is shown, and nonsense is nothing", () => {
    expect(viewOf(`kind=slots&by=${ID}&date=2027-05-01&older=120`)).toEqual({
      kind: "slots",
      actor: { id: ID },
      about: "",
      day: "2027-05-01",
      from: { older: 120 },
    });
    const plain = viewOf("kind=everything&by=me&date=soon&newer=-1");
    expect(plain).toEqual({ kind: null, actor: null, about: "", day: null, from: null });
    expect(isNarrowed(plain)).toBe(false);
    expect(viewOf("by=visitors&newer=7")).toMatchObject({ actor: "visitors", from: { newer: 7 } });
  });

  it("asks for a campus day from its midnight to the next", () => {
    const view = viewOf("date=2027-05-01");
    expect(auditQuery(view, undefined, undefined)).toBeNull();
    expect(auditQuery(view, "-07:00", undefined)?.between).toEqual([
      "2027-05-01T07:00:00.000Z",
      "2027-05-02T07:00:00.000Z",
    ]);
    expect(auditQuery(viewOf(""), undefined, undefined)).toMatchObject({
      between: null,
      from: null,
    });
  });

  it("waits until the customer of the filter is found", () => {
    const view = viewOf("about=Aisha+Wu");
    expect(isNarrowed(view)).toBe(true);
    expect(auditQuery(view, "-07:00", undefined)).toBeNull();
    const about = { users: [ID], bookings: [] };
    expect(auditQuery(view, "-07:00", about)).toMatchObject({ about });
  });
});
