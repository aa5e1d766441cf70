import { type Result, readCommand } from "@api/client";
import { useQuery } from "@tanstack/react-query";

/** What the server says the time is on campus. Browsers' zone data is too old to be asked. */
export interface CampusClock extends Result<"campus_clock"> {
  /** performance.now() when the answer came: the browser's own clock may be wrong */
  receivedAt: number;
}

export const CLOCK_KEY = ["campus-clock"] as const;
const REFRESH_MS = 60_000;
const RECOVERY_MS = 4_000;

/** The campus clock, asked again every minute so that "today" is right after midnight too. */
export function useCampusClock() {
  return useQuery({
    queryKey: CLOCK_KEY,
    queryFn: async (): Promise<CampusClock> => {
      const answer = await readCommand("campus_clock", {});
      return { ...answer, receivedAt: performance.now() };
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
