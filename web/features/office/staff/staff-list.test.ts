import { expect, it } from "vitest";
import { staffColumns } from "./staff-list";

it("shows the last sign-in in campus time, wherever the reader is", () => {
  const member = {
    id: "u1",
    name: "Wren",
    role: "worker" as const,
    email: "wren@x.example",
    factors: 1,
    sessions: 1,
    campus_ids: [],
    last_day: null,
    last_sign_in_at: "2027-05-01T06:30:00+00:00",
  };
  const cell = staffColumns("-07:00").find(({ id }) => id === "signed-in")?.cell;
  expect(cell?.(member)).toBe("Apr 30, 2027, 11:30 PM");
  expect(cell?.({ ...member, last_sign_in_at: null })).toBe("Never");
});
