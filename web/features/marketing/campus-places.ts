import terms from "@facts/terms.json";

/** A point on the map, in degrees. */
export interface Spot {
  latitude: number;
  longitude: number;
}

export interface Place extends Spot {
  name: string;
}

/** Each campus's address and what lies around it; positions to about 200 m. */
const AROUND: Readonly<Record<string, { campus: Spot; places: readonly Place[] }>> = {
  ubcv: {
    campus: { latitude: 49.2612, longitude: -123.253 },
    places: [
      { name: "Wesbrook Village", latitude: 49.2545, longitude: -123.2355 },
      { name: "West Point Grey", latitude: 49.2636, longitude: -123.2045 },
      { name: "Kitsilano", latitude: 49.268, longitude: -123.159 },
      { name: "YVR airport", latitude: 49.1947, longitude: -123.179 },
    ],
  },
  ubco: {
    campus: { latitude: 49.9394, longitude: -119.3961 },
    places: [
      { name: "Academy Way", latitude: 49.933, longitude: -119.402 },
      { name: "YLW airport", latitude: 49.9561, longitude: -119.3778 },
      { name: "Lake Country", latitude: 50.027, longitude: -119.405 },
      { name: "Downtown Kelowna", latitude: 49.8863, longitude: -119.4966 },
    ],
  },
  tru: {
    campus: { latitude: 50.6715, longitude: -120.365 },
    places: [
      { name: "Sahali", latitude: 50.66, longitude: -120.356 },
      { name: "Downtown Kamloops", latitude: 50.676, longitude: -120.331 },
      { name: "Aberdeen", latitude: 50.6548, longitude: -120.3985 },
      { name: "Valleyview", latitude: 50.663, longitude: -120.27 },
      { name: "YKA airport", latitude: 50.7022, longitude: -120.4444 },
    ],
  },
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
  const squeeze = Math.cos((from.latitude * Math.PI) / 180);
  return {
    east: (to.longitude - from.longitude) * squeeze * MILES_A_DEGREE,
    north: (to.latitude - from.latitude) * MILES_A_DEGREE,
  };
}

/** What lies around a campus, nearest first; nothing for a campus that there is not. */
export function distancesFrom(slug: string): Distance[] {
  const around = AROUND[slug];
  if (!around) return [];
  return around.places
    .map((place) => {
      const { east, north } = milesBetween(around.campus, place);
      const miles = Math.hypot(east, north);
      const bearing = Math.atan2(east, north);
      return { name: place.name, miles, bearing, free: miles <= terms.free_radius_miles };
    })
    .sort((a, b) => a.miles - b.miles);
}
