import { expect, it } from "vitest";
import { paymentsView } from "./payments-view";

it("reads filter, search, page and account of the address, and takes nothing unknown", () => {
  const id = "0f0f0f0f-1111-4222-8333-444444444444";
  expect(
    paymentsView(new URLSearchParams(`show=overdue&q=%20ada%20&page=2&invoice=${id}`)),
  ).toEqual({ query: { show: "overdue", search: "ada", page: 2 }, account: id });
  expect(paymentsView(new URLSearchParams("show=everything&page=x&invoice=1"))).toEqual({
    query: { show: "open", search: "", page: 1 },
    account: null,
  });
});
