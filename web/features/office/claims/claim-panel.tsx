import { useCampusClock } from "@api/clock";
import { type ClaimToDecide, claimKeys, decideClaim } from "@api/customers/claims";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { onceKeys } from "@api/once";
import { Picture } from "@components/files/picture";
import { FormAlert } from "@components/form-alert";
import { Fact, Facts } from "@components/lists/facts";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { ItemHistory } from "@features/warehouse/items/item-history";
import { EVENT_WORDS } from "@features/warehouse/items/item-words";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatCents } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

const WHAT = { damaged: "Damaged", missing: "Missing", wet: "Wet", other: "Something else" };

interface ClaimPanelProps {
  one: ClaimToDecide;
  onDone: () => void;
}

/** A claim that waits for an answer, with what is known of its item. */
export function ClaimPanel({ one, onDone }: ClaimPanelProps) {
  const { data: clock } = useCampusClock();
  const { claim } = one;
  const name = `${one.customer}, ${one.description}`;
  const photos = [
    ...claim.photo_ids.map((id) => ({ id, words: "Photo of the claim" })),
    ...(one.own_photo_id ? [{ id: one.own_photo_id, words: "Customer's photo of the item" }] : []),
    ...one.photos.map((photo) => ({
      id: photo.photo_id,
      words: `${EVENT_WORDS[photo.kind as keyof typeof EVENT_WORDS]}, ${formatCampusTime(photo.at, clock?.utc_offset)}`,
    })),
  ];
  return (
    <article aria-label={`Claim of ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-y-4">
        <Facts title={name}>
          <Fact label="What">{WHAT[claim.what]}</Fact>
          <Fact label="In their words">{claim.words}</Fact>
          <Fact label="Claimed">{formatCents(claim.amount_cents)}</Fact>
          <Fact label="Protection pays at most">{formatCents(claim.cap_cents)}</Fact>
          <Fact label="Declared value">{formatCents(one.declared_value_cents)}</Fact>
          <Fact label="Delivered">
            {formatCampusTime(one.delivered_at, clock?.utc_offset, "Not delivered")}
          </Fact>
          <Fact label="Filed">{formatCampusTime(claim.filed_at, clock?.utc_offset)}</Fact>
        </Facts>
        <div className="grid content-start gap-3">
          {photos.length > 0 ? (
            <ul aria-label="Photos" className="flex flex-wrap gap-2">
              {photos.map(({ id, words }) => (
                <li key={id}>
                  <Picture id={id} load={fileOf} words={words} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-sm text-muted">No photos.</p>
          )}
          <ItemHistory itemId={claim.item_id} name={name}>
            Everything recorded
          </ItemHistory>
        </div>
      </div>
      <Answer one={one} name={name} onDone={onDone} />
    </article>
  );
}

function Answer({ one, name, onDone }: ClaimPanelProps & { name: string }) {
  const { claim } = one;
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const all = Math.min(claim.amount_cents, claim.cap_cents);
  const [amount, setAmount] = useState(all > 0 ? String(all / 100) : "");
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState<{ amount?: string; words?: string }>({});
  const decide = useMutation({
    mutationFn: (cents: number) => {
      const decision = cents === 0 ? "refuse" : cents === claim.amount_cents ? "accept" : "reduce";
      const args = { id: claim.id, decision, words: words.trim(), cents } as const;
      return decideClaim(args, keys.keyFor(args));
    },
    networkMode: "always",
    onSuccess: (decided) => {
      toast.success("Claim decided", {
        description: decided.decided_cents
          ? `${name}: ${formatCents(decided.decided_cents)} credit.`
          : `${name}: refused.`,
      });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: claimKeys.all }),
  });
  function answer(refuse: boolean) {
    if (decide.isPending) return;
    const cents = refuse ? 0 : centsOf(amount);
    const faults = {
      ...(cents === null ? { amount: "Please give an amount such as 110.25." } : {}),
      ...(words.trim().length < 3 ? { words: "Please say why: the customer reads it." } : {}),
    };
    setWrong(faults);
    if (cents !== null && Object.keys(faults).length === 0) decide.mutate(cents);
  }
  return (
    <div className="grid gap-3 border-t border-dashed border-line-strong pt-3">
      <div className="grid gap-3 md:grid-cols-[10rem_1fr]">
        <Field label="Give, in dollars" error={wrong.amount}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="tabular"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <Field label="Reason for the customer" error={wrong.words} required>
          <Textarea
            rows={2}
            maxLength={500}
            className="min-h-14"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
      </div>
      {decide.error ? <FormAlert tone="error">{toApiError(decide.error).message}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="pine" busy={decide.isPending} onClick={() => answer(false)}>
          Give this amount
          <span className="sr-only"> for {name}</span>
        </Button>
        <Button variant="secondary" disabled={decide.isPending} onClick={() => answer(true)}>
          Refuse
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  );
}
