import { holdsWords } from "@lib/names";
import { campuses } from "@lib/site/published";

export interface Residence {
  name: string;
  address: string;
}

export interface CampusChoice {
  id: number;
  university: string;
  campus: string;
  city: string;
  residences: readonly Residence[];
}

/** Those that take bookings. */
const choices: readonly CampusChoice[] = campuses.filter(({ status }) => status === "open");

/** The universities, each once, in the order of the facts. */
export const universities: readonly string[] = [
  ...new Set(choices.map(({ university }) => university)),
];

export function campusesOf(university: string): readonly CampusChoice[] {
  return choices.filter((choice) => choice.university === university);
}

export function campusById(id: number | null): CampusChoice | undefined {
  return choices.find((choice) => choice.id === id);
}

/** Residences of a campus whose name or address holds every word of the search. */
export function findResidences(campusId: number | null, search: string): readonly Residence[] {
  const residences = campusById(campusId)?.residences ?? [];
  return residences.filter(({ name, address }) => holdsWords(`${name} ${address}`, search));
}

/** The residence of that exact name on that campus, if it is one of the known ones. */
export function residenceNamed(campusId: number | null, name: string): Residence | undefined {
  return campusById(campusId)?.residences.find((one) => one.name === name);
}
