import { changedParams } from "@lib/url-state";
import { describe, expect, it } from "vitest";
import { bookingsView, filtersOf, headerChange, isFiltered, NO_FILTERS } from "./bookings-view";

const read = (query: string) => bookingsView(new URLSearchParams(query));

describe("the address of the executives' bookings", () => {
  it("without anything is all bookings, newest first", () => {
    expect(read("")).toEqual({
      page: 1,
      status: null,
      period: null,
      campusId: null,
      search: "",
      sort: "created",
      descending: true,
      booking: null,
    });
    expect(isFiltered(read(""))).toBe(false);
  });

  it("names filters, search, sorting and page", () => {
    expect(read("status=picked_up&date=7&campus=2&q=%20ana%20&sort=pickup&page=3")).toMatchObject({
      status: "picked_up",
      period: "7",
      campusId: 2,
      search: "ana",
      sort: "pickup",
      descending: false,
      page: 3,
    });
  });

  it("reads nonsense as absent, also statuses that executives do not filter by", () => {
    const odd = read("status=in_queue&date=90&campus=9&sort=-toString&booking=x&page=0");
    expect(odd).toEqual(read(""));
  });

  it("turns a sorted column round and starts another at its first page", () => {
    expect(headerChange(read("sort=name&page=4"), "name")).toEqual({ sort: "-name", page: null });
    expect(headerChange(read("sort=-name"), "name")).toEqual({ sort: "name", page: null });
    expect(headerChange(read("sort=name"), "email")).toEqual({ sort: "email", page: null });
  });

  it("clears filters and keeps the sorting", () => {
    const params = new URLSearchParams("tab=bookings&q=a&date=today&status=pending&sort=email");
    expect(String(changedParams(params, NO_FILTERS))).toBe("tab=bookings&sort=email");
  });
});

describe("days of pickup", () => {
  it.each([
    ["today", "2027-04-28", "2027-04-28"],
    ["7", "2027-04-28", "2027-05-05"],
    ["30", "2027-04-28", "2027-05-28"],
  ])("%s counts from the campus day", (period, from, to) => {
    expect(filtersOf(read(`date=${period}`), "2027-04-28")?.pickup).toEqual({ from, to });
  });

  it("waits for the server to say which day it is", () => {
    expect(filtersOf(read("date=today"), undefined)).toBeNull();
    expect(filtersOf(read("status=pending"), undefined)).toMatchObject({ status: "pending" });
  });
});
