import { changedParams } from "@lib/lists/url-state";
import { describe, expect, it } from "vitest";
import { EXECUTIVE_LIST, STAFF_LIST } from "./booking-lists";
import {
  bookingsView,
  columnsOf,
  filtersOf,
  isFiltered,
  NO_FILTERS,
  sortChange,
  viewQuery,
} from "./bookings-view";

const ID = "0b5c4a58-3a0e-4f0c-9a53-2d5a0a6f2f11";
const read = (query: string) => bookingsView(new URLSearchParams(query), STAFF_LIST);
const readAsExecutive = (query: string) => bookingsView(new URLSearchParams(query), EXECUTIVE_LIST);

describe("the address of the bookings list", () => {
  it("without anything is the first page, newest first", () => {
    expect(read("tab=bookings")).toEqual({
      page: 1,
      status: null,
      pickup: null,
      returns: null,
      campusId: null,
      search: "",
      sort: "created",
      descending: true,
      booking: null,
      columns: null,
    });
  });

  it("names page, filters, search, sorting and the open booking", () => {
    expect(read(`page=3&status=pending&campus=2&q=%20ana%20&sort=pickup&booking=${ID}`)).toEqual({
      page: 3,
      status: "pending",
      pickup: null,
      returns: null,
      campusId: 2,
      search: "ana",
      sort: "pickup",
      descending: false,
      booking: ID,
      columns: null,
    });
  });

  it("reads nonsense as absent", () => {
    const view = read("page=-1&status=lost&campus=99&sort=-secret&booking=1%20or%201");
    expect(view).toEqual(read(""));
    expect(read("page=1e9").page).toBe(1);
  });

  it("does not write what is so anyway", () => {
    expect(sortChange("-created")).toEqual({ sort: null, page: null });
  });

  it("shows everything again without touching the sorting", () => {
    const params = new URLSearchParams("tab=bookings&q=ana&status=pending&page=2&sort=email");
    expect(isFiltered(bookingsView(params, STAFF_LIST))).toBe(true);
    expect(String(changedParams(params, NO_FILTERS))).toBe("tab=bookings&sort=email");
  });
});

describe("the address of the executives' bookings", () => {
  it("without anything is all bookings, newest first", () => {
    expect(readAsExecutive("")).toEqual({
      page: 1,
      status: null,
      pickup: null,
      returns: null,
      campusId: null,
      search: "",
      sort: "created",
      descending: true,
      booking: null,
      columns: null,
    });
    expect(isFiltered(readAsExecutive(""))).toBe(false);
  });

  it("names filters, search, sorting and page", () => {
    expect(
      readAsExecutive("status=picked_up&date=7&campus=2&q=%20ana%20&sort=pickup&page=3"),
    ).toMatchObject({
      status: "picked_up",
      pickup: "7",
      campusId: 2,
      search: "ana",
      sort: "pickup",
      descending: false,
      page: 3,
    });
  });

  it("reads nonsense as absent, also statuses that executives do not filter by", () => {
    const odd = readAsExecutive("status=in_queue&date=90&campus=9&sort=-toString&booking=x&page=0");
    expect(odd).toEqual(readAsExecutive(""));
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
    expect(
      filtersOf(readAsExecutive(`date=${period}`), EXECUTIVE_LIST, "2027-04-28")?.pickup,
    ).toEqual({ from, to });
  });

  it.each([
    ["2027-04-28..2027-05-02", { from: "2027-04-28", to: "2027-05-02" }],
    ["2027-04-28..", { from: "2027-04-28", to: null }],
    ["..2027-05-02", { from: null, to: "2027-05-02" }],
    ["..", null],
    ["2027-02-30..", null],
  ])("%s needs no campus day", (days, meant) => {
    const view = read(`return=${days}`);
    expect(filtersOf(view, STAFF_LIST, undefined)?.returns).toEqual(meant);
  });

  it("waits for the server to say which day it is", () => {
    expect(filtersOf(readAsExecutive("date=today"), EXECUTIVE_LIST, undefined)).toBeNull();
    expect(filtersOf(readAsExecutive("status=pending"), EXECUTIVE_LIST, undefined)).toMatchObject({
      status: "pending",
    });
  });
});

describe("columns and saved views", () => {
  it("shows the chosen columns in the list's order, and those of returns for returns", () => {
    const ids = (query: string) => columnsOf(read(query), STAFF_LIST).map(({ id }) => id);
    expect(ids("cols=phone,customer,secret")).toEqual(["customer", "phone"]);
    expect(ids("cols=secret")).toEqual(STAFF_LIST.columns.map(({ id }) => id));
    expect(ids("return=7")).toContain("return-address");
  });

  it("keeps filters, order and columns, and neither page nor what is open", () => {
    const params = new URLSearchParams("tab=bookings&status=pending&page=2&booking=x&cols=a");
    expect(viewQuery(params)).toBe("cols=a&status=pending");
  });
});
