import { expect, it } from "vitest";
import { TO_DO } from "./inbox-query";
import { inboxView, itemParam } from "./inbox-view";

const read = (address: string, office = true) => inboxView(new URLSearchParams(address), office);

it("begins with what the reader may do, as the navigation counts it", () => {
  expect(read("tab=needs-person").read).toEqual(TO_DO);
});

it("takes filters, page and the open item from the address", () => {
  const view = read("show=mine&kind=claim&campus=2&overdue=1&page=3&item=claim:7f3a-91c2");
  expect(view.read).toEqual({
    show: "mine",
    kind: "claim",
    campus_id: 2,
    overdue: true,
    offset: 100,
  });
  expect(view.item).toEqual({ kind: "claim", id: "7f3a-91c2" });
  expect(itemParam({ kind: "claim", id: "7f3a-91c2" })).toBe("claim:7f3a-91c2");
});

it("reads an address that names nothing as the plain list", () => {
  const view = read("show=theirs&kind=toString&campus=x&page=0&item=claim");
  expect(view.read).toEqual(TO_DO);
  expect(view.item).toBeNull();
});

it("shows a worker all that they recorded", () => {
  expect(read("show=mine", false).read.show).toBe("all");
});
