import type { MatchedLine } from "@api/commands.types";
import { matchTransfers, paymentKeys, recordTransfers } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Select } from "@components/ui/select";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { isUnreachable } from "@lib/lists/list-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { toast } from "sonner";
import { type BankLine, bankFile } from "./bank-file";
import { matchWords } from "./match-words";

const NONE = "none";

interface Row {
  line: BankLine;
  match: MatchedLine;
  /** the code that it is recorded for; NONE leaves it out */
  code: string;
}

/** A bank's file: which transfer pays which invoice, looked at before anything is recorded. */
export function BankDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [rows, setRows] = useState<Row[] | null>(null);
  const [unread, setUnread] = useState(0);
  const read = useMutation({
    mutationFn: async (file: File): Promise<Row[]> => {
      const { lines, unread } = bankFile(await file.text());
      setUnread(unread);
      const matched = await matchTransfers({ lines });
      return matched.flatMap((match, index) => {
        const line = lines[index];
        const code = match.state === "matched" ? (match.invoice?.reference ?? NONE) : NONE;
        return line ? { line, match, code } : [];
      });
    },
    networkMode: "always",
    onSuccess: setRows,
  });
  const chosen =
    rows?.filter(({ code, match }) => code !== NONE && match.state !== "recorded") ?? [];
  const record = useMutation({
    mutationFn: () =>
      recordTransfers({
        transfers: chosen.map(({ line, match, code }) => ({
          reference: code,
          amount_cents: line.amount_cents,
          received_on: line.received_on,
          bank_reference: match.bank_reference,
        })),
      }),
    networkMode: "always",
    onSuccess: ({ recorded, cents }) => {
      toast.success(`${counted(recorded, "payment")} recorded`, {
        description: formatCents(cents),
      });
      onClose();
      return queries.invalidateQueries({ queryKey: paymentKeys.all });
    },
  });
  const problem = read.error ?? record.error;

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    record.reset();
    if (!file) return;
    setRows(null);
    setUnread(0);
    read.mutate(file);
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="lg"
        title="Import bank file"
        description="A CSV file of your bank. Nothing is recorded before you press Record."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={chosen.length === 0}
              busy={record.isPending}
              onClick={() => record.mutate()}
            >
              {chosen.length > 0 ? `Record ${counted(chosen.length, "payment")}` : "Record"}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <label className="grid gap-1.5 text-sm font-semibold">
            CSV file
            <input
              type="file"
              accept=".csv,text/csv"
              onChange={pick}
              className="text-sm font-normal file:mr-3 file:h-11 file:rounded-full file:border file:border-line-strong file:bg-sheet file:px-4 file:font-semibold"
            />
          </label>
          {problem ? (
            <FormAlert tone="error">
              {problem === read.error && !("status" in problem)
                ? problem.message
                : toApiError(problem).message}
              {read.variables && isUnreachable(read.error) ? (
                <Button variant="secondary" onClick={() => read.mutate(read.variables)}>
                  Try again
                </Button>
              ) : null}
            </FormAlert>
          ) : null}
          {rows && unread > 0 ? (
            <FormAlert tone="error">
              {counted(unread, "line")} could not be read: a day or an amount is written in a way we
              do not know. Record {unread === 1 ? "it" : "them"} by hand.
            </FormAlert>
          ) : null}
          {rows?.length === 0 && unread === 0 ? <p>No money came in by this file.</p> : null}
          <ul aria-label="Transfers" className="grid gap-2">
            {rows?.map((row, index) => (
              <Transfer
                key={row.match.bank_reference}
                row={row}
                onCode={(code) =>
                  setRows(rows.map((one, at) => (at === index ? { ...one, code } : one)))
                }
              />
            ))}
          </ul>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Transfer({ row, onCode }: { row: Row; onCode: (code: string) => void }) {
  const { line, match, code } = row;
  const { invoice } = match;
  const label = `${formatCents(line.amount_cents)} of ${formatDay(line.received_on, "medium")}`;
  return (
    <li className="grid gap-1 rounded-2xl border border-line bg-sheet px-4 py-2 text-sm sm:grid-cols-2 sm:gap-4">
      <div className="grid min-w-0 content-center">
        <b className="tabular font-semibold">{label}</b>
        <span className="text-xs text-muted wrap-anywhere">{line.text}</span>
      </div>
      {match.state === "recorded" ? (
        <p className="self-center">
          <Badge tone="solid">Recorded already</Badge>
        </p>
      ) : match.state === "matched" && invoice ? (
        <Checkbox
          label={`${invoice.name}, ${invoice.number}`}
          description={matchWords(invoice.owed_cents, line.amount_cents)}
          checked={code !== NONE}
          onCheckedChange={(on) => onCode(on ? invoice.reference : NONE)}
        />
      ) : match.offered.length > 0 ? (
        <Select
          aria-label={`Invoice for ${label}`}
          options={[
            { value: NONE, label: "No code. Leave out, or choose:" },
            ...match.offered.map((one) => ({
              value: one.reference,
              label: `${one.name}, ${one.number}`,
            })),
          ]}
          value={code}
          onValueChange={onCode}
        />
      ) : (
        <p className="self-center text-muted">No code, and no invoice of this amount.</p>
      )}
    </li>
  );
}
