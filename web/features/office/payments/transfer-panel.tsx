import type { MatchedTransfer } from "@api/commands.types";
import { dropTransfer, paymentKeys, recordTransfers } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BankRow, firstRow, transfersOf } from "./bank-rows";
import { BankTransferRow } from "./bank-transfer-row";
import { InvoicePicker } from "./invoice-picker";
import { useUndoAction } from "./payments-query";

interface TransferPanelProps {
  one: MatchedTransfer;
  onDone: () => void;
}

/** A bank transfer without an invoice: it is recorded for one, or let go. */
export function TransferPanel({ one, onDone }: TransferPanelProps) {
  const queries = useQueryClient();
  const undoAction = useUndoAction();
  const { transfer, match } = one;
  const line = { ...transfer, other_references: [], doubtful: false };
  const [choice, setChoice] = useState<Partial<BankRow>>({});
  const [picking, setPicking] = useState(false);
  const row: BankRow = { ...firstRow(line, match), ...choice };
  const step = useMutation({
    mutationFn: async (drop: boolean) => {
      if (!drop) return await recordTransfers(transfersOf([row]));
      await dropTransfer(transfer.id);
      return null;
    },
    networkMode: "always",
    onSuccess: (recorded) => {
      if (recorded) toast.success("Payment recorded", undoAction(recorded.payment_ids));
      else toast.success("Let go");
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: paymentKeys.all }),
  });
  return (
    <div className="grid gap-3">
      {step.error ? <FormAlert tone="error">{toApiError(step.error).message}</FormAlert> : null}
      <ul aria-label="Transfers">
        <BankTransferRow
          row={row}
          onTick={(ticked) => setChoice({ ...choice, byHand: true, ticked })}
          onPick={() => setPicking(true)}
        />
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="pine"
          disabled={transfersOf([row]).length === 0}
          busy={step.isPending && step.variables === false}
          onClick={() => step.mutate(false)}
        >
          Record the payment
        </Button>
        <Button variant="secondary" disabled={step.isPending} onClick={() => step.mutate(true)}>
          Let it go
        </Button>
      </div>
      {picking ? (
        <InvoicePicker
          row={row}
          onChoose={(invoice) => {
            setChoice({ byHand: true, invoice, ticked: true });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}
