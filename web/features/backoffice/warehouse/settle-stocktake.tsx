import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { custodyKeys, settleStocktake, type WaitingStocktake } from "@api/pickups/custody";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { formatCampusTime } from "@lib/format/campus-time";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useStocktakes } from "./warehouse-query";

type Decision = "missing" | "moved" | "found";

const MISSING = [
  { value: "missing", label: "It is missing" },
  { value: "moved", label: "It stands here after all" },
];
const UNEXPECTED = [
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
          <ul className="grid gap-3">
            {one.missing.map((label) => (
              <Settle key={label} stocktake={one} label={label} words="Missing" choices={MISSING} />
            ))}
            {one.unexpected.map((label) => (
              <Settle
                key={label}
                stocktake={one}
                label={label}
                words="Not expected"
                choices={UNEXPECTED}
              />
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

interface SettleProps {
  stocktake: WaitingStocktake;
  label: string;
  words: string;
  choices: typeof MISSING;
}

function Settle({ stocktake, label, words, choices }: SettleProps) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const [decision, setDecision] = useState(choices[0]?.value ?? "moved");
  const [note, setNote] = useState("");
  const [wrong, setWrong] = useState("");
  const settle = useMutation({
    mutationFn: () => {
      const row = { label, decision: decision as Decision, note: note.trim() };
      const given = { location_id: stocktake.location_id, rows: [row] };
      return settleStocktake(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: custodyKeys.all }),
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (settle.isPending) return;
    if (note.trim().length < LEAST) return setWrong("Please say why.");
    settle.mutate();
  }
  return (
    <li>
      <form
        noValidate
        aria-label={`Settle ${label}`}
        onSubmit={send}
        className="grid items-start gap-2 border-t border-dashed border-line-strong pt-3 md:grid-cols-[12rem_16rem_1fr_auto]"
      >
        <p className="pt-2 text-sm">
          <span className="block text-muted">{words}</span>
          <Code>{label}</Code>
        </p>
        <Field label="What is true" hideLabel>
          <Select options={choices} value={decision} onValueChange={setDecision} />
        </Field>
        <Field label="Reason" hideLabel error={wrong}>
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
        <Button type="submit" variant="secondary" busy={settle.isPending}>
          Settle
          <span className="sr-only"> {label}</span>
        </Button>
        {settle.error ? (
          <div className="md:col-span-full">
            <FormAlert tone="error">{toApiError(settle.error).message}</FormAlert>
          </div>
        ) : null}
      </form>
    </li>
  );
}
