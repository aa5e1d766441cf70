import { confirmBookings } from "@api/bookings/bulk";
import { counted } from "@components/lists/pager";
import { StepButtons } from "@features/office/bookings/record/step-buttons";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { BulkDialog, type BulkStepProps } from "./bulk-dialog";

/** Confirms bookings that wait for it. */
export function ConfirmDialog({ rows, onClose }: BulkStepProps) {
  const ids = rows.map(({ id }) => id);
  const confirm = useRecordStep(confirmBookings, () => undefined);
  const words = counted(rows.length, "booking");
  return (
    <BulkDialog
      title={`Confirm ${words}`}
      description="Each customer gets one email."
      verb="confirmed"
      rows={rows}
      results={confirm.data}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm.isPending) confirm.mutate(ids);
        }}
      >
        <StepButtons
          label={`Confirm ${words}`}
          busy={confirm.isPending}
          problem={confirm.problem}
          onCancel={() => onClose(null)}
        />
      </form>
    </BulkDialog>
  );
}
