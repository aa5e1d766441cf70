import type { CampusClock } from "@api/clock";
import type { OwnStop } from "@api/commands.types";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { WithContacts } from "@components/site/contact-us";
import { Button } from "@components/ui/button";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { campusHour } from "@lib/format/campus-hour";
import { formatCents } from "@lib/format/money";
import { CallUs } from "./call-us";
import { failedWords } from "./visit-words";

interface FailedVisitProps {
  stop: OwnStop;
  clock: CampusClock;
  /** another pickup is asked for and not answered, in words; "" while there is none */
  asked: string;
}

/** A visit that failed: what happened, what comes next, and the proposed fee (rule: visit-news). */
export function FailedVisit({ stop, clock, asked }: FailedVisitProps) {
  const open = useOpenDialog();
  const { title, text } = failedWords(stop, clock.utc_offset);
  const mayChoose = stop.next_step !== "again" && !asked;
  return (
    <section
      aria-labelledby="next-title"
      className="grid content-start gap-4 rounded-card border border-brick bg-brick-soft p-4 sm:p-6"
    >
      <div className="grid gap-2">
        <h3 id="next-title" className="font-sans text-sm font-semibold tracking-normal">
          What is next
        </h3>
        <div role="status" className="grid gap-2">
          <p className="font-display text-2xl leading-tight font-bold tracking-tight sm:text-3xl">
            {title}
          </p>
          <p className="tabular max-w-[56ch] text-base">
            <WithContacts>{text}</WithContacts>
          </p>
          {asked ? <p>You asked for {asked}. We will answer by email.</p> : null}
        </div>
      </div>
      {stop.fee ? <ProposedFee stop={stop} fee={stop.fee} clock={clock} /> : null}
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {mayChoose ? (
          <Button onClick={() => open(stop.kind === "return" ? "delivery" : "pickup_date")}>
            Choose another day
          </Button>
        ) : null}
        <CallUs variant={mayChoose ? "secondary" : "primary"} />
      </div>
    </section>
  );
}

interface ProposedFeeProps {
  stop: OwnStop;
  fee: NonNullable<OwnStop["fee"]>;
  clock: CampusClock;
}

function ProposedFee({ stop, fee, clock }: ProposedFeeProps) {
  return (
    <section
      aria-label="Proposed fee"
      className="flex items-start justify-between gap-4 rounded-2xl bg-sheet px-4 py-3 text-sm"
    >
      <div className="grid min-w-0 gap-1">
        <p className="tabular font-semibold">
          Our crew proposes a fee of {formatCents(fee.amount_cents)}
        </p>
        <p className="wrap-anywhere">{fee.reason}</p>
        {stop.arrived_at ? (
          <p className="text-muted">
            Our crew arrived at {campusHour(stop.arrived_at, clock.utc_offset)}.
          </p>
        ) : null}
        <p className="text-muted">
          Our office decides. You can dispute a fee that is charged for seven days.
        </p>
      </div>
      {fee.photo_id ? <Picture id={fee.photo_id} load={fileOf} words="Photo of our crew" /> : null}
    </section>
  );
}
