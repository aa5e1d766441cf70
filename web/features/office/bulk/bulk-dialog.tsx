import type { BulkResult } from "@api/bookings/bulk";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import type { ReactNode } from "react";
import { BulkReport } from "./bulk-report";
import { type BulkRow, type NamedRow, reportLines } from "./bulk-row";

export interface BulkStepProps {
  rows: readonly BulkRow[];
  /** `left`: ids of the rows that were not done; null: nothing was sent. */
  onClose: (left: readonly string[] | null) => void;
}

interface BulkDialogProps extends Pick<BulkStepProps, "onClose"> {
  rows: readonly NamedRow[];
  title: string;
  description?: string;
  /** "moved" */
  verb: string;
  results: readonly BulkResult[] | undefined;
  what?: "booking" | "customer";
  /** Stands above the report. */
  note?: string | null;
  size?: "md" | "lg";
  /** The form, until there are results. */
  children: ReactNode;
}

/** A step for many bookings: its form, then its report. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, description, verb, what = "booking", note, rows, results, onClose } = props;
  const { size = "md", children } = props;
  const close = () =>
    onClose(
      results ? results.filter(({ state }) => state === "refused").map(({ id }) => id) : null,
    );
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        size={size}
        title={title}
        {...(description && !results ? { description } : {})}
        footer={results ? <Button onClick={close}>Close</Button> : undefined}
      >
        {results ? (
          <BulkReport
            lines={reportLines(rows, results)}
            verb={verb}
            what={what}
            note={note ?? null}
          />
        ) : (
          children
        )}
      </DialogContent>
    </Dialog>
  );
}
