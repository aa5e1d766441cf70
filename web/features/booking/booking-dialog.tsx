import { Dialog } from "@components/ui/dialog";
import type { BookingStart } from "@lib/booking-launcher";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { markCompleted } from "./completed-booking";
import { Wizard } from "./wizard";

export interface BookingDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  start: BookingStart;
}

/** The booking wizard. Each opening is a new run, so closing forgets everything that was typed. */
export default function BookingDialog({ open, onOpenChange, start }: BookingDialogProps) {
  const queries = useQueryClient();
  const [run, setRun] = useState(0);
  const [wasOpen, setWasOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    setBusy(false);
    if (open) setRun(run + 1);
  }

  return (
    <Dialog open={open} onOpenChange={(next) => (next || !busy) && onOpenChange(next)}>
      <Wizard
        key={run}
        start={start}
        onBusyChange={setBusy}
        onCompleted={(completed) => markCompleted(queries, completed)}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
