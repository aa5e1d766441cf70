import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { custodyKeys, settleStocktake, type WaitingStocktake } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { RowCheckbox } from "@components/ui/checkbox";
import { Code } from "@components/ui/code";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { formatCampusTime } from "@lib/format/campus-time";
import { ticked } from "@lib/lists/ticked";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useStocktakes } from "./warehouse-query";

type Decision = "missing" | "moved" | "found";

const MISSING: { value: Decision; label: string }[] = [
  { value: "missing", label: "It is missing" },
  { value: "moved", label: "It stands here after all" },
];
const UNEXPECTED: { value: Decision; label: string }[] = [
  { value: "moved", label: "It stands here now" },
  { value: "found", label: "It was missing and is found" },
];
const LEAST = 3;

/** What stocktakes found, for the office to settle with a reason. */
export function SettleStocktakes() {
  const { data } = useStocktakes(true);
  const { data: clock } = useCampusClock();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="settle-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="settle-title" className="text-lg">
        To settle
      </h3>
      {data.map((one) => (
        <article
          key={one.location_id}
          aria-label={`Shelf ${one.location}`}
          className="grid gap-3 rounded-2xl border border-line-strong bg-sheet p-4"
        >
          <p className="flex flex-wrap items-center gap-3 font-semibold">
            Shelf <Code>{one.location}</Code>
            <span className="tabular text-sm font-normal text-muted">
              {formatCampusTime(one.at, clock?.utc_offset)}
            </span>
          </p>
          <SettleShelf key={`${one.missing} ${one.unexpected}`} stocktake={one} />
        </article>
      ))}
    </section>
  );
}

interface Difference {
  label: string;
  words: string;
  choices: typeof MISSING;
}

function differencesOf({ missing, unexpected }: WaitingStocktake): Difference[] {
  return [
    ...missing.map((label) => ({ label, words: "Missing", choices: MISSING })),
    ...unexpected.map((label) => ({ label, words: "Not expected", choices: UNEXPECTED })),
  ];
}

/** The differences of a shelf; those that are chosen are settled together, with one reason. */
function SettleShelf({ stocktake }: { stocktake: WaitingStocktake }) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState("");
  const differences = differencesOf(stocktake);
  const chosen = differences.filter(({ label }) => !left.has(label));
  const decisionOf = ({ label, choices }: Difference) =>
    decided.get(label) ?? choices[0]?.value ?? "moved";
  const settle = useMutation({
    mutationFn: () => {
      const rows = chosen.map((one) => ({
        label: one.label,
        decision: decisionOf(one),
        note: note.trim(),
      }));
      const given = { location_id: stocktake.location_id, rows };
      return settleStocktake(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: custodyKeys.all }),
  });

  function choose(label: string, on: boolean) {
    setLeft(ticked(left, [label], !on));
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (settle.isPending || chosen.length === 0) return;
    if (note.trim().length < LEAST) return setWrong("Please say why.");
    settle.mutate();
  }

  return (
    <form
      noValidate
      aria-label={`Settle shelf ${stocktake.location}`}
      onSubmit={send}
      className="grid gap-3"
    >
      <ul className="grid gap-3">
        {differences.map((one) => (
          <li
            key={one.label}
            aria-label={one.label}
            className="grid items-center gap-2 border-t border-dashed border-line-strong pt-3 md:grid-cols-[minmax(0,1fr)_16rem]"
          >
            <div className="flex items-start gap-3">
              <RowCheckbox
                label={`Settle ${one.label}`}
                checked={!left.has(one.label)}
                onCheckedChange={(on) => choose(one.label, on)}
              />
              <p className="grid min-w-0 gap-0.5 text-sm">
                <span className="flex flex-wrap items-center gap-2">
                  <Code>{one.label}</Code> {one.words}
                </span>
                <ItemName stocktake={stocktake} label={one.label} />
              </p>
            </div>
            <Field label={`What is true of ${one.label}`} hideLabel>
              <Select
                options={one.choices}
                value={decisionOf(one)}
                onValueChange={(next) =>
                  setDecided(new Map(decided).set(one.label, next as Decision))
                }
              />
            </Field>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Reason" error={wrong} required className="min-w-60 flex-1">
          <Input
            value={note}
            maxLength={500}
            autoComplete="off"
            placeholder="Why, or who looked"
            onChange={({ target }) => {
              setNote(target.value);
              setWrong("");
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          busy={settle.isPending}
          disabled={chosen.length === 0}
        >
          {chosen.length === 1 ? "Settle 1 item" : `Settle ${chosen.length} items`}
          <span className="sr-only"> of shelf {stocktake.location}</span>
        </Button>
      </div>
      {settle.error ? <FormAlert tone="error">{toApiError(settle.error).message}</FormAlert> : null}
    </form>
  );
}

function ItemName({ stocktake, label }: { stocktake: WaitingStocktake; label: string }) {
  const item = stocktake.items.find((one) => one.label === label);
  if (!item) return <span className="text-muted">This label is on no item.</span>;
  return (
    <span className="wrap-anywhere">
      <Link
        to={`/admin-dashboard?tab=bookings&booking=${item.booking_id}`}
        className="font-medium underline decoration-line-strong underline-offset-4"
      >
        {item.customer || "Guest"}
      </Link>
      , item {item.number}: {item.description}
    </span>
  );
}
