import { useCampusClock } from "@api/clock";
import type { WaitingFee } from "@api/commands.types";
import { chargeFee, decideDispute, feeKeys, refuseFee } from "@api/customers/fees";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import names from "@facts/fees.json";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { formatCents, plainDollars } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";

type Decision = "charge" | "refuse" | "uphold" | "drop";
const DECISIONS: Record<Decision, { button: string; title: string; words: string }> = {
  charge: {
    button: "Charge",
    title: "Charge this fee",
    words: "Words for the customer (optional)",
  },
  refuse: { button: "Do not charge", title: "Do not charge this fee", words: "Why" },
  uphold: { button: "Keep the fee", title: "Keep this fee", words: "Words for the customer" },
  drop: { button: "Drop the fee", title: "Drop this fee", words: "Words for the customer" },
};

interface FeePanelProps {
  fee: WaitingFee;
  mayDecide: boolean;
  onDone: () => void;
}

/** A fee that a crew proposed or that a customer disputes, with its evidence. */
export function FeePanel({ fee, mayDecide, onDone }: FeePanelProps) {
  const [decision, setDecision] = useState<Decision>();
  const clock = useCampusClock();
  const disputed = fee.state === "disputed";
  const choices: readonly Decision[] = disputed ? ["uphold", "drop"] : ["charge", "refuse"];
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold wrap-anywhere">
            {names[fee.term]}, {formatCents(fee.amount_cents)}
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            {[fee.full_name, fee.customer_id, fee.day ? formatDay(fee.day, "medium") : null]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <p className="text-sm wrap-anywhere">{fee.reason}</p>
          <p className="text-sm text-muted">
            {fee.arrived_at
              ? `Arrived ${formatCampusTime(fee.arrived_at, clock.data?.utc_offset)}`
              : "No arrival recorded"}
            {fee.proposed_by ? `, ${fee.proposed_by}` : ""}
          </p>
        </div>
        {fee.photo_id && fee.has_photo ? (
          <Picture id={fee.photo_id} load={fileOf} words="Photo of the crew" />
        ) : (
          <span className="shrink-0 text-xs text-muted">
            {fee.photo_id ? "Photo on its way" : "No photo"}
          </span>
        )}
      </div>
      {fee.dispute_words ? (
        <blockquote className="rounded-xl bg-mist px-3 py-2 text-sm wrap-anywhere">
          {fee.dispute_words}
        </blockquote>
      ) : null}
      {mayDecide ? (
        <div className="flex flex-wrap gap-2">
          {choices.map((choice, index) => (
            <Button
              key={choice}
              variant={index === 0 ? "primary" : "secondary"}
              disabled={choice === "charge" && !fee.photo_id}
              onClick={() => setDecision(choice)}
            >
              {DECISIONS[choice].button}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-sm text-muted">An executive decides.</p>
      )}
      {decision ? (
        <DecideDialog
          fee={fee}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={onDone}
        />
      ) : null}
    </div>
  );
}

interface DecideDialogProps {
  fee: WaitingFee;
  decision: Decision;
  onClose: () => void;
  onDone: () => void;
}

function DecideDialog({ fee, decision, onClose, onDone }: DecideDialogProps) {
  const queries = useQueryClient();
  const [amount, setAmount] = useState(plainDollars(fee.amount_cents));
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();
  const texts = DECISIONS[decision];

  function decide(): Promise<void> | string {
    const reason = words.trim();
    if (decision !== "charge" && reason.length < 3) return "Please say why.";
    if (decision === "refuse") return refuseFee({ id: fee.id, words: reason });
    if (decision !== "charge") return decideDispute({ id: fee.id, decision, words: reason });
    const cents = centsOf(amount);
    if (cents === null) return "Please enter an amount, such as 50.00.";
    return chargeFee({ id: fee.id, amount_cents: cents, words: reason });
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const sending = decide();
    if (typeof sending === "string") return setProblem(sending);
    setBusy(true);
    try {
      await sending;
      onClose();
      onDone();
      void queries.invalidateQueries({ queryKey: feeKeys.all });
    } catch (error) {
      setProblem(toApiError(error).message);
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={texts.title}
        description={`${names[fee.term]}, ${fee.full_name}`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={id} busy={busy}>
              {texts.button}
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
          {decision === "charge" ? (
            <Field label="Amount" hint="The terms give a range.">
              <Input
                inputMode="decimal"
                value={amount}
                onChange={({ target }) => setAmount(target.value)}
              />
            </Field>
          ) : null}
          <Field label={texts.words}>
            <Textarea
              rows={3}
              maxLength={decision === "charge" || decision === "refuse" ? 300 : 2000}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
