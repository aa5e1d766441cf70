import { addDays } from "@lib/format/dates";
import { telLink } from "@lib/forms/phone";
import { describe, expect, it } from "vitest";
import {
  emptyWords,
  flightWords,
  mapLink,
  placeLines,
  queueTitle,
  shortWindow,
} from "./pickup-words";
import { isMeant } from "./stop-search";

describe("the words of a day", () => {
  it("follow the day", () => {
    expect(queueTitle("2030-05-01", "2030-05-01")).toBe("Today's Pickup Queue");
    expect(queueTitle("2030-05-01", "2030-04-30")).toBe("Tomorrow's Pickup Queue");
    expect(queueTitle("2030-05-04", "2030-05-01")).toBe("Pickup Queue of Sat, May 4, 2030");
    expect(emptyWords("2030-05-01", "2030-05-01")).toBe("No pickups scheduled for today.");
    expect(addDays("2030-02-28", 1)).toBe("2030-03-01");
  });
});

describe("where and when a stop is", () => {
  it("names the place once", () => {
    expect(placeLines({ building_name: "Cassiar", address: "Cassiar, Room 4" })).toEqual([
      "Cassiar, Room 4",
    ]);
    const whole = "Room 4, Cassiar, 1137 Alumni Avenue, Kelowna";
    expect(placeLines({ building_name: "Cassiar", address: whole })).toEqual([whole]);
    expect(placeLines({ building_name: "Cassiar", address: "Room 4" })).toHaveLength(2);
    expect(placeLines({ building_name: null, address: " " })).toEqual([]);
  });

  it("leads to a map with a town", () => {
    const link = (building_name: string | null, address: string | null) =>
      decodeURIComponent(mapLink({ building_name, address }, 1) ?? "none");
    expect(link("Totem Park", "Room 4")).toContain("query=Totem Park, Room 4, 2525 West Mall");
    expect(link("Somewhere", null)).toContain("UBC Vancouver, Vancouver");
    expect(link(null, "12 Oak St, Burnaby")).toMatch(/query=12 Oak St, Burnaby$/);
    expect(link(null, null)).toBe("none");
  });

  it("shortens windows and dials numbers", () => {
    expect(shortWindow("9:00 AM - 12:00 PM")).toBe("9 AM–12 PM");
    expect(shortWindow(null)).toBe("Any time");
    expect(telLink("+1 (250) 555-0139")).toBe("tel:+12505550139");
    expect(flightWords({ has_flight: true, flight_time: "evening" })).toBe("Flight 6 PM–11 PM");
    expect(flightWords({ has_flight: false, flight_time: "evening" })).toBeNull();
  });
});

describe("a stop among forty", () => {
  it("is found by words of its name, ID or place, or by digits of its phone", () => {
    const stop = {
      full_name: "Zoë O'Brien",
      customer_id: "SS-QA2VV",
      building_name: "Walter Gage",
      address: "North Tower 1105",
      phone: "+16045550012",
    };
    for (const text of ["zoë", "brien gage", "qa2vv", "tower 1105", "604 555", "(604) 555-0012"]) {
      expect(isMeant(stop, text), text).toBe(true);
    }
    for (const text of ["zoe smith", "totem", "999"]) expect(isMeant(stop, text), text).toBe(false);
  });
});
