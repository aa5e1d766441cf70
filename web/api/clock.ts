import { dataOf, rest } from "@api/client";
import { useQuery } from "@tanstack/react-query";

/** What the server says the time is on campus. Browsers' zone data is too old to be asked. */
export interface CampusClock {
  /** the moment, UTC, ISO 8601 */
  now: string;
  /** the campus day, "YYYY-MM-DD" */
  today: string;
  time_zone: string;
  /** "-07:00" */
  utc_offset: string;
  /** performance.now() when the answer came: the browser's own clock may be wrong */
  receivedAt: number;
}

const REFRESH_MS = 60_000;
const RECOVERY_MS = 4_000;

/** The campus clock, asked again every minute so that "today" is right after midnight too. */
export function useCampusClock() {
  return useQuery({
    queryKey: ["campus-clock"],
    queryFn: async (): Promise<CampusClock> => {
      const answer = await dataOf<unknown>(
        rest().rpc("campus_clock", {}, { get: true }).retry(false),
      );
      return { ...(answer as Omit<CampusClock, "receivedAt">), receivedAt: performance.now() };
    },
    refetchInterval: ({ state }) => (state.error ? RECOVERY_MS : REFRESH_MS),
    retry: false,
    networkMode: "always",
  });
}

/** This moment by the server's clock, in milliseconds since 1970. */
export function serverNow(clock: Pick<CampusClock, "now" | "receivedAt">): number {
  return Date.parse(clock.now) + performance.now() - clock.receivedAt;
}
