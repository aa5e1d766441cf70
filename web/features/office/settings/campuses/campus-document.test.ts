import shipped from "@facts/campuses.json";
import { describe, expect, it } from "vitest";
import {
  campusesDocument,
  campusesSchema,
  campusesValues,
  newCampus,
  residencesIn,
} from "./campus-document";

const HERE = { lat: "49.2781", lon: "-122.9199" };

describe("the campuses' form", () => {
  it("gives back the document that it was given", () => {
    expect(campusesDocument(campusesValues(shipped))).toEqual(shipped);
  });

  it("refuses a position that is not in British Columbia", () => {
    const values = campusesValues(shipped);
    const far = { ...newCampus(values.campuses), position: { lat: "52.5", lon: "13.4" } };
    const { error } = campusesSchema.safeParse({ campuses: [far] });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["campuses.0.position.lon"]);
  });
});

describe("residences from a spreadsheet", () => {
  it("are read by tabs, semicolons or commas, with a heading or without", () => {
    const shell = { name: "Shell House", address: "8888 University Drive, Burnaby", ...HERE };
    expect(
      residencesIn("Name\tAddress\nShell House\t8888 University Drive, Burnaby", HERE),
    ).toEqual([shell]);
    expect(residencesIn("Shell House;8888 University Drive, Burnaby", HERE)).toEqual([shell]);
    expect(
      residencesIn('Shell House,"8888 University Drive, Burnaby",49.28,-122.92\n\n', HERE),
    ).toEqual([{ ...shell, lat: "49.28", lon: "-122.92" }]);
  });

  it("are none without an address", () => {
    expect(residencesIn("Shell House", HERE)).toEqual([]);
  });
});
