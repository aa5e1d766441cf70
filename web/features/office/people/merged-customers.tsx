import { mergeKeys, mergesOf, type ShownMerge, undoMerge } from "@api/customers/merges";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { lateCode } from "@lib/browser/late-code";
import { formatCampusTime } from "@lib/format/campus-time";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MergePickerProps } from "./merge-picker";

interface MergedCustomersProps {
  userId: string;
  utcOffset: string | undefined;
}

const pickerCode = lateCode(() => import("./merge-picker"));

/** The way to merge another customer into this one, for duplicates that no sign shows. */
export function MergeButton({ customer }: { customer: MergePickerProps["customer"] }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={opener}
        size="sm"
        variant="secondary"
        className="mt-3"
        onClick={() => setOpen(true)}
      >
        Merge with another customer
      </Button>
      {open ? (
        <LatePanel code={pickerCode} onFail={() => setOpen(false)}>
          {({ MergePicker }) => (
            <MergePicker
              customer={customer}
              onClose={() => {
                setOpen(false);
                opener.current?.focus({ preventScroll: true });
              }}
            />
          )}
        </LatePanel>
      ) : null}
    </>
  );
}

/** What was merged into a customer, with the way back while there is one. */
export function MergedCustomers({ userId, utcOffset }: MergedCustomersProps) {
  const { data } = useQuery({
    queryKey: mergeKeys.of(userId),
    queryFn: () => mergesOf(userId),
    ...untilReachable,
  });
  const undo = useRecordStep(undoMerge, () =>
    toast.success("Merge Undone", { description: "There are two customers again." }),
  );
  if (!data || data.length === 0) return null;
  return (
    <section
      aria-label="Merged customers"
      className="grid gap-2 rounded-2xl border border-line bg-mist p-4 text-sm"
    >
      <h3 className="text-base">Merged into this customer</h3>
      <ul className="grid gap-2">
        {data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {nameOf(one)}, by {one.merged_by}, {formatCampusTime(one.merged_at, utcOffset)}
            </span>
            {one.undo_until ? (
              <Button
                size="sm"
                variant="secondary"
                busy={undo.isPending}
                onClick={() => undo.mutate(one.id)}
              >
                Undo merge
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {undo.problem ? <FormAlert tone="error">{undo.problem}</FormAlert> : null}
    </section>
  );
}

function nameOf({ name, customer_id, email }: ShownMerge): string {
  return [name, customer_id ?? "guest", email].filter(Boolean).join(", ");
}
