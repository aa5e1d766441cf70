import { mergeKeys, mergesOf, type ShownMerge, undoMerge } from "@api/customers/merges";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { formatCampusTime } from "@lib/format/campus-time";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";

interface MergedCustomersProps {
  userId: string;
  utcOffset: string | undefined;
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
