import type { RunCard, Stop, StopCard } from "@api/commands.types";
import type { PickupDay } from "@api/pickups/pickups";
import type { RunDay } from "@api/pickups/runs";
import type { CrewWork } from "@features/crew/offline/crew-work";
import {
  dayAt,
  dayName,
  type KeptSetting,
  runsName,
} from "@features/crew/pickups/offline/kept-names";
import { withWork } from "@features/crew/runs/offline/run-work";
import { isOpen, KIND_WORDS } from "@features/crew/runs/run-words";
import { FIRST_STOPS } from "@lib/browser/first-stops";
import { mayHaveKept } from "@lib/offline/kept-hint";
import { type Kept, keptOnDevice } from "@lib/offline/kept-store";
import { type Entry, readEntries } from "@lib/offline/outbox-store";
import { anonKey, restUrl } from "@lib/site/config";

/**
 * Runs in the crew's page, inline, before the application is there: draws the stops that are next,
 * to be read, from what this device keeps, else from the server. On a poor signal the application
 * takes many seconds to arrive, and a crew drives meanwhile. It goes once the application says
 * that it has drawn the day itself (lib/browser/first-stops.ts).
 */

const PAGE = "/admin-dashboard";
const SESSION = "sb-summerstow-auth-token";
const THEME = "summerstow-theme";
/** As many as a crew works in a day. */
const MOST = 60;

/** One line to read: the customer, then when and where, then how to reach them. */
interface Line {
  name: string;
  words: string[];
  phone: string | null;
}

interface Session {
  access_token: string;
  /** seconds since 1970 */
  expires_at?: number;
  user: { id: string };
}

/** `firstCampus`: the one that is shown where the address names none. */
export default function firstStops(firstCampus: number): void {
  const params = new URLSearchParams(location.search);
  const tab = params.get("tab");
  if (location.pathname !== PAGE || !(tab === "runs" || tab === "pickups")) return;
  const session = storedSession();
  if (!session?.user) return;
  darken();
  let isReplaced = false;
  addEventListener(
    FIRST_STOPS,
    () => {
      isReplaced = true;
      document.getElementById("first-stops")?.remove();
    },
    { once: true },
  );
  const campus = Number(params.get("campus")) || undefined;
  const date = params.get("date") ?? undefined;
  const reading =
    tab === "runs"
      ? runsOf(session, campus ?? firstCampus, date, campus === undefined)
      : pickupsOf(session, campus ?? firstCampus, date, campus === undefined);
  reading
    .then((lines) => whenBody(() => !isReplaced && lines.length > 0 && draw(lines)))
    // Whatever is wrong, the application says so when it is there.
    .catch(() => undefined);
}

function storedSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(SESSION) ?? "null");
  } catch {
    return null;
  }
}

/** As lib/browser/theme.ts does a moment later. */
function darken(): void {
  const theme = localStorage.getItem(THEME);
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  if (theme === "dark" || (theme !== "light" && system))
    document.documentElement.classList.add("dark");
}

async function runsOf(session: Session, campusId: number, date: string | undefined, any: boolean) {
  const { cache, unsent } = await storedOf(session);
  const setting = cache.get("setting")?.value as KeptSetting | undefined;
  const campus = any ? (setting?.campuses[0]?.id ?? campusId) : campusId;
  const entry = cache.get(runsName(campus, date ?? todayOf(cache)));
  const day = entry ? (entry.value as RunDay) : await ask<RunDay>(session, "run_day", campus, date);
  return unsent
    .reduce(withWork, day)
    .runs.flatMap(({ stops }: RunCard) => stops.filter(isOpen))
    .map(ofStop);
}

async function pickupsOf(
  session: Session,
  campusId: number,
  date: string | undefined,
  any: boolean,
) {
  const { cache, unsent } = await storedOf(session);
  // Unsent changes are not drawn in here: the application does that.
  if (unsent.some(({ work: { what } }) => what === "pickup" || what === "stop")) return [];
  const setting = cache.get("setting")?.value as KeptSetting | undefined;
  const campus = any ? (setting?.campuses[0]?.id ?? campusId) : campusId;
  const cachedDay = cache.get(dayName(campus))?.value as PickupDay | undefined;
  const day =
    cachedDay?.day === (date ?? todayOf(cache))
      ? cachedDay
      : await ask<PickupDay>(session, "pickup_day", campus, date);
  return day.waiting.map(ofPickup);
}

/** What this device keeps; both stores are read at once. */
async function storedOf(session: Session) {
  const [cache, unsent] = await Promise.all([cacheOf(session), unsentOf(session)]);
  return { cache, unsent };
}

async function unsentOf(session: Session): Promise<Entry<CrewWork>[]> {
  return (await readEntries(session.user.id).catch(() => [])) as Entry<CrewWork>[];
}

async function cacheOf(session: Session): Promise<Map<string, Kept>> {
  return mayHaveKept() ? keptOnDevice(session.user.id) : new Map();
}

/** Today on campus by the clock saved with the stops; "" without one. */
function todayOf(cache: Map<string, Kept>): string {
  const setting = cache.get("setting");
  if (!setting) return "";
  const { clock } = setting.value as KeptSetting;
  return dayAt(Date.parse(clock.now) + Date.now() - setting.at, clock.utc_offset);
}

async function ask<Day>(
  { access_token, expires_at = 0 }: Session,
  command: string,
  campus_id: number,
  day: string | undefined,
): Promise<Day> {
  if (expires_at * 1000 < Date.now()) throw new Error("The session has to be renewed first.");
  const answer = await fetch(`${restUrl()}/rpc/${command}`, {
    method: "POST",
    priority: "high",
    headers: {
      "content-type": "application/json",
      apikey: anonKey(),
      authorization: `Bearer ${access_token}`,
    },
    body: JSON.stringify(day ? { campus_id, day } : { campus_id }),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as Day;
}

const between = (window: string | null) => (window ?? "Any time").replaceAll(":00", "");

function ofStop(stop: StopCard): Line {
  const { full_name, kind, window, place, address, phone } = stop;
  return {
    name: full_name,
    words: words(KIND_WORDS[kind], between(window), place, address),
    phone,
  };
}

function ofPickup({ full_name, pickup_time, building_name, address, phone }: Stop): Line {
  return { name: full_name, words: words(between(pickup_time), building_name, address), phone };
}

function words(...all: (string | null)[]): string[] {
  return all.filter((one): one is string => Boolean(one?.trim()));
}

function whenBody(then: () => void): void {
  if (document.body) then();
  else document.addEventListener("DOMContentLoaded", then, { once: true });
}

/** In the classes of the application's own list, which the style sheet has. */
function draw(lines: readonly Line[]): void {
  const area = element(
    "section",
    "fixed inset-0 z-50 overflow-y-auto bg-paper p-4 text-sm text-ink",
  );
  area.id = "first-stops";
  area.setAttribute("aria-label", "Next stops");
  const note = element("p", "pb-3 text-muted", "Opening… Your next stops:");
  note.setAttribute("role", "status");
  const list = element("ol", "overflow-hidden rounded-2xl border border-line bg-sheet");
  for (const { name, words, phone } of lines.slice(0, MOST)) {
    const item = element("li", "grid gap-0.5 border-b border-line px-3 py-2 last:border-b-0");
    item.append(element("strong", "text-base font-semibold wrap-anywhere text-ink", name));
    item.append(element("span", "wrap-anywhere text-muted", words.join(" · ")));
    if (phone) {
      const call = element("a", "justify-self-start py-2 text-pine underline", phone);
      call.setAttribute("href", `tel:${phone}`);
      item.append(call);
    }
    list.append(item);
  }
  const column = element("div", "mx-auto max-w-2xl");
  column.append(note, list);
  area.append(column);
  document.body.append(area);
}

function element(name: string, classes: string, text = ""): HTMLElement {
  const node = document.createElement(name);
  node.className = classes;
  node.textContent = text;
  return node;
}
