import { toApiError } from "@api/errors";
import { copySlots, slotKeys } from "@api/pickups/slots";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogContent, DialogTrigger } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { weekOf, weeksAfter } from "./week";

interface CopyWeekProps {
  campusId: number;
  campus: string;
  /** a day of the week to copy, "YYYY-MM-DD" */
  date: string;
}

/** 'Copy week': the slots of this week once more in another one. Executives only. */
export function CopyWeek({ campusId, campus, date }: CopyWeekProps) {
  const [open, setOpen] = useState(false);
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const queries = useQueryClient();
  const from = weekOf(date);
  const to = weekOf(chosenDay ?? weeksAfter(date, 1));
  const same = to[0] === from[0];
  const copy = useMutation({
    mutationFn: () => copySlots(campusId, from[0] ?? date, to[0] ?? date),
    onSuccess: ({ made, kept }) => {
      toast.success(made === 1 ? "1 slot copied." : `${made} slots copied.`, {
        description: kept > 0 ? `${kept} stayed as they were: ${span(to)} has its own.` : span(to),
      });
      setOpen(false);
    },
    onError: (failure) =>
      toast.error("Error", {
        description: toApiError(failure).message || "Failed to save slot data.",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: slotKeys.all }),
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setChosenDay(null);
      }}
    >
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          <Copy aria-hidden="true" />
          Copy week
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title="Copy week"
        description={`${campus}: the slots of ${span(from)}, with every place free.`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button busy={copy.isPending} disabled={same} onClick={() => copy.mutate()}>
              Copy
            </Button>
          </>
        }
      >
        <Field
          label="To the week of"
          hint={`${span(to)}. Slots that are there already stay as they are.`}
          error={same ? "Choose another week." : undefined}
        >
          <DatePicker value={chosenDay ?? weeksAfter(date, 1)} onChange={setChosenDay} />
        </Field>
      </DialogContent>
    </Dialog>
  );
}

/** "Apr 25 to May 1". */
function span(days: readonly string[]): string {
  return `${formatDay(days[0], "short")} to ${formatDay(days[6], "short")}`;
}
