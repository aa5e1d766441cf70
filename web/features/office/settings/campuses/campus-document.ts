import { windowWords } from "@lib/site/pickup-windows";
import type { Campus } from "@lib/site/published";
import * as z from "zod/mini";

const text = z.string().check(z.trim());
const degrees = (from: number, to: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (typed) => /^-?\d+(\.\d+)?$/.test(typed) && Number(typed) >= from && Number(typed) <= to,
      `Degrees from ${from} to ${to}, please.`,
    ),
  );
const lat = degrees(48, 60);
const lon = degrees(-139, -114);
const hour = z.string().check(z.regex(/^\d\d:\d\d$/, "Enter a time."));
const paragraph = z.object({ title: text, text });

/** The campuses as their form has them: positions as they are typed. */
export const campusesSchema = z.object({
  campuses: z.array(
    z.object({
      id: z.number(),
      status: z.enum(["open", "closed", "hidden"]),
      name: text,
      short_name: text,
      slug: text,
      university: text,
      campus: text,
      address: z.object({ street: text, city: text, region: text, postal_code: text }),
      position: z.object({ lat, lon }),
      pickup_windows: z.array(z.object({ start: hour, end: hour })),
      picture: z.string(),
      residences: z.array(z.object({ name: text, address: text, lat, lon })),
      page: z.object({ headline: text, lead: text, summer: paragraph, leaving: paragraph }),
    }),
  ),
});

export type CampusesValues = z.infer<typeof campusesSchema>;
export type CampusValues = CampusesValues["campuses"][number];

/** The names of a campus's fields, in the order in which their changes are read. */
export const CAMPUS_LABELS: Record<string, string> = {
  status: "Bookings",
  name: "Name",
  short_name: "Short name",
  slug: "Address of its page",
  university: "University",
  campus: "Campus, as the wizard names it",
  "address.street": "Street",
  "address.city": "City",
  "address.region": "Province",
  "address.postal_code": "Postal code",
  "position.lat": "Latitude",
  "position.lon": "Longitude",
  pickup_windows: "Pickup windows",
  residences: "Residences",
  picture: "Picture",
  "page.headline": "Headline",
  "page.lead": "Words below it",
  "page.summer.title": "About the summer, title",
  "page.summer.text": "About the summer",
  "page.leaving.title": "About leaving, title",
  "page.leaving.text": "About leaving",
};

export const STATUSES = [
  { value: "open", label: "Open for bookings" },
  { value: "closed", label: "Closed to new bookings" },
  { value: "hidden", label: "Hidden everywhere" },
];

/** The name of a value that changes: `UBC Vancouver/address.street`. */
export function campusLabel(path: string): string {
  const [campus = "", field = ""] = path.split("/.");
  return `${campus}: ${CAMPUS_LABELS[field] ?? field}`;
}

function stored(document: Record<string, unknown>): readonly Campus[] {
  return document.campuses as readonly Campus[];
}

/** The campuses by their names, each value as it is read. */
export function comparedCampuses(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    stored(document).map((one) => [
      `${one.name}/`,
      {
        status: STATUSES.find(({ value }) => value === one.status)?.label,
        name: one.name,
        short_name: one.short_name,
        slug: `/${one.slug}`,
        university: one.university,
        campus: one.campus,
        address: one.address,
        position: one.position,
        pickup_windows: one.pickup_windows.map(windowWords).join(", "),
        residences: one.residences.map(({ name, address }) => `${name} (${address})`).join("; "),
        picture: one.picture,
        page: one.page,
      },
    ]),
  );
}

export function campusesValues(document: Record<string, unknown>): CampusesValues {
  return {
    campuses: stored(document).map(({ country: _country, city: _city, ...one }) => ({
      ...one,
      position: typedPoint(one.position),
      residences: one.residences.map((residence) => ({ ...residence, ...typedPoint(residence) })),
    })),
  };
}

export function campusesDocument({ campuses }: CampusesValues): Record<string, unknown> {
  return {
    campuses: campuses.map((one) => ({
      ...one,
      city: one.address.city,
      country: "Canada",
      position: point(one.position),
      residences: one.residences.map(({ name, address, ...at }) => ({
        name,
        address,
        ...point(at),
      })),
    })),
  };
}

function typedPoint({ lat, lon }: { lat: number; lon: number }) {
  return { lat: String(lat), lon: String(lon) };
}

function point({ lat, lon }: { lat: string; lon: string }) {
  return { lat: Number(lat), lon: Number(lon) };
}

/** A further campus, of which nothing is known yet. */
export function newCampus(others: readonly CampusValues[]): CampusValues {
  const nothing = { title: "", text: "" };
  return {
    id: Math.max(0, ...others.map(({ id }) => id)) + 1,
    status: "open",
    name: "",
    short_name: "",
    slug: "",
    university: "",
    campus: "",
    address: { street: "", city: "", region: "BC", postal_code: "" },
    position: { lat: "", lon: "" },
    pickup_windows: others[0]?.pickup_windows ?? [],
    residences: [],
    picture: "",
    page: { headline: "", lead: "", summer: nothing, leaving: nothing },
  };
}

type Residence = CampusValues["residences"][number];

/**
 * Residences from lines of a spreadsheet: name, address, and where they are known latitude and
 * longitude, by tabs, semicolons or commas outside of quotes; else they stand where the campus does.
 */
export function residencesIn(lines: string, position: CampusValues["position"]): Residence[] {
  return lines
    .split("\n")
    .map(cellsOf)
    .filter(([name, address]) => name && address && !/^name$/i.test(name))
    .map(([name = "", address = "", latitude = "", longitude = ""]) => ({
      name,
      address,
      lat: latitude || position.lat,
      lon: longitude || position.lon,
    }));
}

function cellsOf(line: string): string[] {
  const mark = line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
  const cell = new RegExp(`\\s*(?:"((?:[^"]|"")*)"|([^${mark}]*))\\s*(?:${mark}|$)`, "gy");
  return [...line.matchAll(cell)].map(([, quoted, plain = ""]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}
