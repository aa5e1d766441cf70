import { Button } from "@components/ui/button";
import { History } from "lucide-react";
import type { Draft } from "./draft";
import { STEP_WORDS } from "./step-words";

/** Says that a booking was begun in this tab, and offers to go on with it. */
export function DraftOffer({
  draft: { step, answers },
  onResume,
  onForget,
}: {
  draft: Draft;
  onResume: () => void;
  onForget: () => void;
}) {
  const name = answers.firstName.trim();
  return (
    <section
      aria-label="Booking you started"
      className="grid gap-3 rounded-2xl border border-line-strong bg-tape-soft p-4 text-sm"
    >
      <p className="flex gap-2.5">
        <History aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="font-semibold">
            You started a booking{name ? ` for ${name}` : ""}.
          </strong>{" "}
          You were at "{STEP_WORDS[step].title}".
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onResume}>Continue booking</Button>
        <Button variant="ghost" onClick={onForget}>
          Start over
        </Button>
      </div>
    </section>
  );
}
