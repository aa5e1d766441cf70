import { useCampusClock } from "@api/clock";
import { disputeFee, type FeeProposal, feeKeys } from "@api/customers/fees";
import { paymentKeys } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { formatCampusTime } from "@lib/format/campus-time";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";

/** What a fee is charged for: why, when the crew was there, the photo; and the way to dispute it. */
export function FeeEvidence({ fee }: { fee: FeeProposal }) {
  const clock = useCampusClock();
  return (
    <section aria-label="Evidence" className="grid gap-3 rounded-2xl bg-mist px-4 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1 text-sm">
          <p className="font-semibold wrap-anywhere">{fee.reason}</p>
          {fee.charge_words ? <p className="wrap-anywhere">{fee.charge_words}</p> : null}
          {fee.arrived_at ? (
            <p className="text-muted">
              Our crew arrived {formatCampusTime(fee.arrived_at, clock.data?.utc_offset)}.
            </p>
          ) : null}
        </div>
        {fee.photo_id ? (
          <Picture id={fee.photo_id} load={fileOf} words="Photo of our crew" />
        ) : null}
      </div>
      {fee.dispute_words ? (
        <p className="text-sm wrap-anywhere">
          <b className="font-semibold">You said:</b> {fee.dispute_words}
        </p>
      ) : null}
      {fee.state === "disputed" ? (
        <p className="text-sm">You do not have to pay it until we have decided.</p>
      ) : fee.decision_words ? (
        <p className="text-sm wrap-anywhere">
          <b className="font-semibold">
            {fee.state === "dropped" ? "We dropped it:" : "We keep it:"}
          </b>{" "}
          {fee.decision_words}
        </p>
      ) : fee.state === "charged" ? (
        <DisputeButton fee={fee} />
      ) : null}
    </section>
  );
}

function DisputeButton({ fee }: { fee: FeeProposal }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (words.trim().length < 3) return setProblem("Please tell us what is not right.");
    setBusy(true);
    try {
      await disputeFee(fee.id, words.trim());
      await Promise.all([
        queries.invalidateQueries({ queryKey: feeKeys.all }),
        queries.invalidateQueries({ queryKey: paymentKeys.all }),
      ]);
      setOpen(false);
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm" className="w-fit">
          Dispute this fee
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title="Dispute this fee"
        description="You can do this once. It is not due until a manager has decided."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={id} busy={busy}>
              Send
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
          <Field label="What is not right?">
            <Textarea
              rows={4}
              maxLength={2000}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
