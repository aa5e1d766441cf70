import { type Campus, campusKeys } from "@api/campuses";
import { type CampusClock, CLOCK_KEY } from "@api/clock";
import { type PickupDay, pickupKeys } from "@api/pickups/pickups";
import { type RunDay, runKeys } from "@api/pickups/runs";
import type { Profile } from "@lib/auth/profile";
import { mayHaveKept } from "@lib/offline/kept-hint";
import { forgetKept, keepOnDevice, keptOnDevice } from "@lib/offline/kept-store";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { dayAt, dayName, type KeptSetting, runsName } from "./kept-names";

/** Keeps today's stops of a campus, and what it takes to show them, for a page without a signal. */
export function keepDay(queries: QueryClient, profile: Profile, day: PickupDay): Promise<void> {
  return keepNamed(queries, profile, day.today, { [dayName(day.campus_id)]: day });
}

/** Keeps the runs of a campus and day, today's and tomorrow's, for a page without a signal. */
export function keepRuns(queries: QueryClient, profile: Profile, day: RunDay): Promise<void> {
  return keepNamed(queries, profile, day.today, { [runsName(day.campus_id, day.day)]: day });
}

async function keepNamed(
  queries: QueryClient,
  profile: Profile,
  today: string,
  named: Record<string, unknown>,
): Promise<void> {
  const campuses = queries.getQueryData<Campus[]>(campusKeys.all);
  const clock = queries.getQueryData<CampusClock>(CLOCK_KEY);
  if (!(campuses && clock)) return;
  const { receivedAt, ...rest } = clock;
  const now = new Date(Date.parse(clock.now) + performance.now() - receivedAt).toISOString();
  const setting: KeptSetting = { campuses, clock: { ...rest, now, today } };
  await keepOnDevice(profile.id, { profile, setting, ...named });
}

/**
 * Puts what this device keeps of today where the page's queries have nothing yet; they ask the
 * server all the same.
 * @returns whether the page can go on.
 */
export function useKeptDay(userId: string | undefined): boolean {
  const queries = useQueryClient();
  const [ready, setReady] = useState(
    () => !mayHaveKept() || queries.getQueryData(CLOCK_KEY) !== undefined,
  );
  useEffect(() => {
    if (ready || !userId) return;
    let stopped = false;
    void openKept(queries, userId).finally(() => !stopped && setReady(true));
    return () => {
      stopped = true;
    };
  }, [ready, queries, userId]);
  return ready;
}

async function openKept(queries: QueryClient, userId: string): Promise<void> {
  const kept = await keptOnDevice(userId);
  const found = kept.get("setting");
  if (!found) return;
  const { at } = found;
  const { campuses, clock } = found.value as KeptSetting;
  const now = Date.parse(clock.now) + Date.now() - at;
  if (dayAt(now, clock.utc_offset) !== clock.today) return forgetKept();
  const offer = (key: readonly unknown[], value: unknown, updatedAt: number) => {
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, value, { updatedAt });
  };
  offer(campusKeys.all, campuses, at);
  const moment = new Date(now).toISOString();
  offer(CLOCK_KEY, { ...clock, now: moment, receivedAt: performance.now() }, at);
  for (const { id } of campuses) {
    const day = kept.get(dayName(id));
    const stops = day?.value as PickupDay | undefined;
    if (day && stops?.day === clock.today) offer(pickupKeys.day(id, stops.day), stops, day.at);
  }
  for (const [name, { value, at: since }] of kept) {
    if (!name.startsWith("runs ")) continue;
    const runs = value as RunDay;
    if (runs.day >= clock.today) offer(runKeys.day(runs.campus_id, runs.day), runs, since);
  }
}
