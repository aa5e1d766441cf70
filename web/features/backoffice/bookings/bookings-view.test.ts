import { changedParams } from "@lib/url-state";
import { describe, expect, it } from "vitest";
import { bookingsView, headerChange, isFiltered, NO_FILTERS, sortChange } from "./bookings-view";

const ID = "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11";
const read = (query: string) => bookingsView(new URLSearchParams(query));

describe("the address of the bookings list", () => {
  it("without anything is the first page, newest first", () => {
    expect(read("tab=bookings")).toEqual({
      page: 1,
      status: null,
      campusId: null,
      search: "",
      sort: "created",
      descending: true,
      booking: null,
    });
  });

  it("names page, filters, search, sorting and the open booking", () => {
    expect(read(`page=3&status=pending&campus=2&q=%20ana%20&sort=pickup&booking=${ID}`)).toEqual({
      page: 3,
      status: "pending",
      campusId: 2,
      search: "ana",
      sort: "pickup",
      descending: false,
      booking: ID,
    });
  });

  it("reads nonsense as absent", () => {
    const view = read("page=-1&status=lost&campus=99&sort=-secret&booking=1%20or%201");
    expect(view).toEqual(read(""));
    expect(read("page=1e9").page).toBe(1);
  });

  it("turns a sorted column round, and starts another column at the first page", () => {
    const created = read("page=4");
    expect(headerChange(created, "created")).toEqual({ sort: "created", page: null });
    expect(headerChange(created, "email")).toEqual({ sort: "email", page: null });
    expect(headerChange(read("sort=email"), "email")).toEqual({ sort: "-email", page: null });
  });

  it("does not write what is so anyway", () => {
    expect(sortChange("created", true)).toEqual({ sort: null, page: null });
  });

  it("shows everything again without touching the sorting", () => {
    const params = new URLSearchParams("tab=bookings&q=ana&status=pending&page=2&sort=email");
    expect(isFiltered(bookingsView(params))).toBe(true);
    expect(String(changedParams(params, NO_FILTERS))).toBe("tab=bookings&sort=email");
  });
});
