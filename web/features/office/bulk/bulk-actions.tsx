import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { lateCode } from "@lib/browser/late-code";
import { CalendarDays, Check, Mail, X } from "lucide-react";
import { useState } from "react";
import type { BulkRow, NamedRow } from "./bulk-row";

const code = lateCode(async () => {
  const [{ MoveDialog }, { CancelDialog }, { ConfirmDialog }] = await Promise.all([
    import("./move-dialog"),
    import("./cancel-dialog"),
    import("./confirm-dialog"),
  ]);
  return { move: MoveDialog, cancel: CancelDialog, confirm: ConfirmDialog };
});
const messageCode = lateCode(() => import("./message-dialog"));

type Step = "move" | "confirm" | "cancel";

const LOOKS = {
  move: { label: "Move", Icon: CalendarDays },
  confirm: { label: "Confirm", Icon: Check },
  cancel: { label: "Cancel bookings", Icon: X },
} as const;
const STEPS = ["move", "confirm", "cancel"] as const;

interface BulkActionsProps {
  rows: readonly BulkRow[];
  /** What is still selected after a step: the rows that were not done. */
  onLeft: (ids: readonly string[]) => void;
}

/** What the office does with the bookings that are selected. */
export function BulkActions({ rows, onLeft }: BulkActionsProps) {
  const [step, setStep] = useState<Step | null>(null);
  // A dialog keeps the rows with which it was opened: its report is about these.
  const [taken, setTaken] = useState(rows);
  const [move, ...others] = STEPS.map((one) => {
    const { label, Icon } = LOOKS[one];
    return (
      <Button
        key={one}
        size="sm"
        variant={one === "move" ? "primary" : "secondary"}
        onClick={() => {
          setTaken(rows);
          setStep(one);
        }}
      >
        <Icon aria-hidden="true" />
        {label}
      </Button>
    );
  });
  return (
    <>
      {move}
      <MessageAction rows={rows} what="booking" onLeft={onLeft} />
      {others}
      {step ? (
        <LatePanel code={code} onFail={() => setStep(null)}>
          {({ [step]: Dialog }) => (
            <Dialog
              rows={taken}
              onClose={(left) => {
                setStep(null);
                if (left) onLeft(left);
              }}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}

interface MessageActionProps {
  rows: readonly NamedRow[];
  what: "booking" | "customer";
  onLeft: (ids: readonly string[]) => void;
}

/** Writes to the people of the rows that are selected. */
export function MessageAction({ rows, what, onLeft }: MessageActionProps) {
  const [taken, setTaken] = useState<readonly NamedRow[] | null>(null);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setTaken(rows)}>
        <Mail aria-hidden="true" />
        Message
      </Button>
      {taken ? (
        <LatePanel code={messageCode} onFail={() => setTaken(null)}>
          {({ MessageDialog }) => (
            <MessageDialog
              rows={taken}
              what={what}
              onClose={(left) => {
                setTaken(null);
                if (left) onLeft(left);
              }}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}
