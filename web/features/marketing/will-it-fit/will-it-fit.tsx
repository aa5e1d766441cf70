import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Stepper } from "@components/ui/stepper";
import storage from "@facts/storage.json";
import { Ban, ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAlive } from "../alive";
import { type Counts, fitWords, pack, perBox, type Refused, search, type Thing } from "./fit";
import { FitResult } from "./fit-result";

const box = storage.medium_box;
const MOST = 20;

/** Common dorm things → boxes of the kit and items of the price; what may not be stored, and why. */
export function WillItFit() {
  const [counts, setCounts] = useState<Counts>({});
  const [words, setWords] = useState("");
  const alive = useAlive();
  const fit = pack(counts);
  const { things, refused } = search(words);
  const groups = storage.groups
    .map((group) => ({ ...group, things: things.filter((one) => one.group === group.id) }))
    .filter((group) => group.things.length);
  return (
    <section className="section-y bg-mist" id="will-it-fit" aria-labelledby="fit-h">
      <div className="container-page grid gap-8">
        <div className="grid max-w-[62ch] gap-3">
          <h2 id="fit-h" className="text-3xl">
            Will it fit?
          </h2>
          <p className="text-muted">
            A box of the kit is {box.inches.join(" × ")} inches and may weigh {box.most_lb} lb. Pick
            what you have and see how many you fill.
          </p>
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
          <div className="grid gap-4">
            <Field label="Look for a thing">
              <Input
                type="search"
                value={words}
                placeholder="Duvet, bike, propane"
                onChange={({ target }) => setWords(target.value)}
              />
            </Field>
            <div role="status" className="grid gap-3 empty:hidden">
              {refused.map((one) => (
                <NotThis key={one.id} refused={one} />
              ))}
              {groups.length || refused.length ? null : (
                <p className="rounded-2xl border border-line-strong bg-sheet px-5 py-4 text-sm">
                  That is not on our list. Most things travel well in a box; if it is bigger than
                  one, it counts as an item of its own.
                </p>
              )}
            </div>
            {groups.map((group, index) => (
              <details
                key={group.id}
                open={index === 0 || words !== ""}
                className="group rounded-card border border-line bg-sheet"
              >
                <Summary>
                  {group.name}
                  <Picked things={group.things} counts={counts} />
                </Summary>
                <div className="divide-y divide-line border-t border-line px-5">
                  {group.things.map((thing) =>
                    alive || index === 0 ? (
                      <Stepper
                        key={thing.id}
                        compact
                        label={thing.name}
                        hint={hint(thing)}
                        value={counts[thing.id] ?? 0}
                        most={MOST}
                        onChange={(count) =>
                          setCounts((before) => ({ ...before, [thing.id]: count || 0 }))
                        }
                      />
                    ) : (
                      // Behind a closed lid the prerendered page holds the words alone.
                      <p key={thing.id} className="grid min-h-14 content-center py-1 text-sm">
                        {thing.name} <span className="text-xs text-muted">{hint(thing)}</span>
                      </p>
                    ),
                  )}
                </div>
              </details>
            ))}
            <details className="group rounded-card border border-line bg-sheet">
              <Summary>What may not be stored, and why</Summary>
              <ul className="grid gap-4 border-t border-line px-5 py-5">
                {storage.refused.map(({ id, name, reason }) => (
                  <li key={id} className="text-sm">
                    <span className="font-semibold">{name}.</span>{" "}
                    <span className="text-muted">{reason}</span>
                  </li>
                ))}
              </ul>
            </details>
            {fit.items ? (
              <a
                href="#fit-result"
                className="tabular sticky bottom-3 z-10 flex min-h-13 items-center justify-between gap-4 rounded-full bg-pine px-6 text-sm font-semibold text-on-pine lg:hidden"
              >
                {fitWords(fit)}
                <span className="underline underline-offset-4">See them</span>
              </a>
            ) : null}
          </div>
          <FitResult fit={fit} onClear={() => setCounts({})} />
        </div>
      </div>
    </section>
  );
}

function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
      <span className="flex items-center gap-3">{children}</span>
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 transition-transform group-open:rotate-180"
      />
    </summary>
  );
}

function hint(thing: Thing): string {
  const fits = perBox(thing);
  if (fits === null)
    return thing.lb > box.most_lb
      ? `An item by itself, over ${box.most_lb} lb`
      : "An item by itself";
  return fits === 1 ? "Fills a box, with room beside it" : `${fits} of these fill a box`;
}

/** How many of a group are picked, seen while it is closed. */
function Picked({ things, counts }: { things: readonly Thing[]; counts: Counts }) {
  const picked = things.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
  return picked ? (
    <span className="tabular rounded-full bg-tape px-2.5 py-0.5 text-xs text-on-tape">
      {picked} picked
    </span>
  ) : null;
}

function NotThis({ refused: { name, reason } }: { refused: Refused }) {
  return (
    <div className="flex gap-3 rounded-2xl border border-brick bg-brick-soft px-5 py-4 text-sm">
      <Ban aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brick-text" />
      <p>
        <span className="font-semibold">{name}: not with us.</span> {reason}
      </p>
    </div>
  );
}
