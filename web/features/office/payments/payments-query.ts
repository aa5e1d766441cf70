import type { Statement } from "@api/commands.types";
import {
  accountStatement,
  closeCase,
  findInvoices,
  type InvoiceQuery,
  type LetOff,
  letOff,
  paymentKeys,
  recordPayment,
  refund,
  reversePayments,
  type Transfer,
} from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

/** What asks for the invoice that a transfer's code names, whatever its state. */
export const byCode = (code: string): InvoiceQuery => ({ show: "all", search: code, page: 1 });

export const invoicesRead = (query: InvoiceQuery) =>
  queryOptions({
    queryKey: paymentKeys.found(query),
    queryFn: () => findInvoices(query),
    ...untilReachable,
  });

/** A page of invoices; the page before it stays while it loads. */
export function useInvoices(query: InvoiceQuery, enabled = true) {
  return useQuery({ ...invoicesRead(query), placeholderData: keepPreviousData, enabled });
}

/** The account that an invoice is on. Asking is a look that is logged: once an opening. */
export function useAccount(invoiceId: string | null) {
  return useQuery({
    queryKey: paymentKeys.account(invoiceId ?? ""),
    queryFn: () => accountStatement(invoiceId ?? ""),
    enabled: invoiceId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...untilReachable,
  });
}

/** What moves money. `once` is chosen here, so that the same step sent twice is done once. */
export type MoneyStep =
  | { kind: "record"; transfer: Transfer }
  | ({ kind: "waive" | "write_off" | "refund" } & LetOff);

const STEP_WORDS: Record<MoneyStep["kind"], string> = {
  record: "Payment recorded",
  waive: "Waived",
  write_off: "Written off",
  refund: "Refund recorded",
};

interface StepResult {
  /** null for programs that may not read it */
  money: Statement | null;
  /** what undoes the step; null if the payment was recorded before */
  paymentId: string | null;
}

async function take(step: MoneyStep): Promise<StepResult> {
  if (step.kind === "record") {
    const { statement, payment_id } = await recordPayment(step.transfer);
    return { money: statement, paymentId: payment_id };
  }
  const { kind, ...amounts } = step;
  const money = await (kind === "refund" ? refund(amounts) : letOff(kind, amounts));
  return { money, paymentId: null };
}

/** Takes a step; the lists follow, and the account that is open under `invoiceId` with them. */
export function useMoneyStep(invoiceId: string | null, onDone: () => void) {
  const queries = useQueryClient();
  const undoAction = useUndoAction();
  return useMutation({
    mutationFn: take,
    networkMode: "always",
    onSuccess: ({ money, paymentId }, step) => {
      toast.success(STEP_WORDS[step.kind], undoAction(paymentId ? [paymentId] : []));
      if (invoiceId && money) queries.setQueryData(paymentKeys.account(invoiceId), money);
      onDone();
      return queries.invalidateQueries({ queryKey: [...paymentKeys.all, "found"] });
    },
  });
}

/** Takes payments back; the lists and the account that is open under `invoiceId` follow. */
export function useReversal(invoiceId: string | null, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reversal: { payment_ids: string[]; reason: string }) => reversePayments(reversal),
    networkMode: "always",
    onSuccess: ({ reversed, cents }) => {
      toast.success(reversed === 1 ? "Payment taken back" : `${reversed} payments taken back`, {
        description: formatCents(cents),
      });
      onDone();
      if (invoiceId) void queries.invalidateQueries({ queryKey: paymentKeys.account(invoiceId) });
      return queries.invalidateQueries({ queryKey: paymentKeys.all });
    },
  });
}

interface UndoOffer {
  action?: { label: string; onClick: () => void };
}

/** What a toast offers after payments were recorded: to take these back; nothing without any. */
export function useUndoAction(): (paymentIds: readonly string[]) => UndoOffer {
  const { mutateAsync } = useReversal(null, () => undefined);
  return (paymentIds) => {
    if (paymentIds.length === 0) return {};
    const undo = () => {
      mutateAsync({ payment_ids: [...paymentIds], reason: "Recorded by mistake" }).catch(
        (error: unknown) => {
          toast.error("Update failed", { description: toApiError(error).message });
        },
      );
    };
    return { action: { label: "Undo", onClick: undo } };
  };
}

/** Keeps how a case ended. */
export function useCloseCase(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) => closeCase(id, note),
    networkMode: "always",
    onSuccess: () => {
      toast.success("Case closed");
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...paymentKeys.all, "found"] }),
    onError: (error) => toast.error("Update failed", { description: toApiError(error).message }),
  });
}
