import { shownCampuses, terms } from "@lib/site/published";

/** A point on the map, in degrees. */
export interface Spot {
  lat: number;
  lon: number;
}

export interface Place extends Spot {
  name: string;
}

/** What lies around each campus; positions to about 200 m. */
const AROUND: Readonly<Record<string, readonly Place[]>> = {
  ubcv: [
    { name: "Wesbrook Village", lat: 49.2545, lon: -123.2355 },
    { name: "West Point Grey", lat: 49.2636, lon: -123.2045 },
    { name: "Kitsilano", lat: 49.268, lon: -123.159 },
    { name: "YVR airport", lat: 49.1947, lon: -123.179 },
  ],
  ubco: [
    { name: "Academy Way", lat: 49.933, lon: -119.402 },
    { name: "YLW airport", lat: 49.9561, lon: -119.3778 },
    { name: "Lake Country", lat: 50.027, lon: -119.405 },
    { name: "Downtown Kelowna", lat: 49.8863, lon: -119.4966 },
  ],
  tru: [
    { name: "Sahali", lat: 50.66, lon: -120.356 },
    { name: "Downtown Kamloops", lat: 50.676, lon: -120.331 },
    { name: "Aberdeen", lat: 50.6548, lon: -120.3985 },
    { name: "Valleyview", lat: 50.663, lon: -120.27 },
    { name: "YKA airport", lat: 50.7022, lon: -120.4444 },
  ],
};

export interface Distance {
  name: string;
  /** Straight from the campus address. */
  miles: number;
  /** Clockwise from north, in radians. */
  bearing: number;
  free: boolean;
}

const MILES_A_DEGREE = 69.09;

/** How far it is from one point to another near by: miles east and miles north. */
export function milesBetween(from: Spot, to: Spot): { east: number; north: number } {
  const squeeze = Math.cos((from.lat * Math.PI) / 180);
  return {
    east: (to.lon - from.lon) * squeeze * MILES_A_DEGREE,
    north: (to.lat - from.lat) * MILES_A_DEGREE,
  };
}

/** What lies around a campus, nearest first; nothing for a campus that there is not. */
export function distancesFrom(slug: string): Distance[] {
  const campus = shownCampuses.find((one) => one.slug === slug);
  if (!campus) return [];
  return (AROUND[slug] ?? [])
    .map((place) => {
      const { east, north } = milesBetween(campus.position, place);
      const miles = Math.hypot(east, north);
      const bearing = Math.atan2(east, north);
      return { name: place.name, miles, bearing, free: miles <= terms.free_radius_miles };
    })
    .sort((a, b) => a.miles - b.miles);
}
