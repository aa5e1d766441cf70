import type { Layout, ReadFile } from "@api/commands.types";
import {
  keepTransfers,
  matchTransfers,
  paymentKeys,
  readBankFile,
  recordTransfers,
} from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { inboxKeys } from "@api/inbox";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { formatCents } from "@lib/format/money";
import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { BankLayoutForm } from "./bank-layout-form";
import {
  type BankRow,
  firstRow,
  leftOutWords,
  leftOver,
  transfersOf,
  unreadWords,
} from "./bank-rows";
import { BankTransferRow } from "./bank-transfer-row";
import { InvoicePicker } from "./invoice-picker";
import { useUndoAction } from "./payments-query";

/** Rows that are drawn at once; a season's file has thousands. */
const PAGE_SIZE = 100;

interface Reading {
  file: File;
  layout?: Layout;
}

interface ReadBankFile {
  file: ReadFile;
  rows: BankRow[];
}

/** A bank's file: which transfer pays which invoice, looked at before anything is recorded. */
export function BankDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const undoAction = useUndoAction();
  const [name, setName] = useState("");
  const [bankFile, setBankFile] = useState<ReadBankFile | null>(null);
  const [picking, setPicking] = useState<number | null>(null);
  const [rowLimit, setRowLimit] = useState(PAGE_SIZE);
  const [isChangingLayout, setChangingLayout] = useState(false);
  const read = useMutation({
    mutationFn: async ({ file, layout }: Reading): Promise<ReadBankFile> => {
      const answer = await readBankFile(file, layout);
      const matched = await matchTransfers(answer.transfers);
      const rows = matched.flatMap((match, index) => {
        const line = answer.transfers[index];
        return line ? [firstRow(line, match)] : [];
      });
      return { file: answer, rows };
    },
    networkMode: "always",
    onSuccess: (answer) => {
      setRowLimit(PAGE_SIZE);
      setBankFile(answer);
    },
  });
  const rows = bankFile?.rows ?? [];
  const transfers = transfersOf(rows);
  const waiting = leftOver(rows);
  const [keeps, setKeeps] = useState(true);
  const record = useMutation({
    mutationFn: async () => {
      const recorded = await recordTransfers(transfers);
      if (keeps && waiting.length > 0) await keepTransfers(waiting);
      return recorded;
    },
    networkMode: "always",
    onSuccess: ({ recorded, cents, payment_ids }) => {
      if (recorded > 0)
        toast.success(`${counted(recorded, "payment")} recorded`, {
          description: formatCents(cents),
          ...undoAction(payment_ids),
        });
      else toast.success(`${counted(waiting.length, "transfer")} under Needs a person`);
      onClose();
    },
    // A part may stand although a later one was refused.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: inboxKeys.all });
      return queries.invalidateQueries({ queryKey: paymentKeys.all });
    },
  });
  const problem = read.error ?? record.error;

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    record.reset();
    if (!file) return;
    setName(file.name);
    setBankFile(null);
    setChangingLayout(false);
    read.mutate({ file });
  }

  function change(index: number, changes: Partial<BankRow>) {
    setBankFile((now) =>
      now
        ? {
            ...now,
            rows: now.rows.map((row, at) =>
              at === index ? { ...row, byHand: true, ...changes } : row,
            ),
          }
        : now,
    );
  }

  const picked = picking === null ? undefined : rows[picking];
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="lg"
        title="Import bank file"
        description="A CSV, OFX or QFX file of your bank. Nothing is recorded before you press Record."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={transfers.length === 0 && !(keeps && waiting.length > 0)}
              busy={record.isPending}
              onClick={() => record.mutate()}
            >
              {transfers.length > 0
                ? `Record ${counted(transfers.length, "payment")}`
                : keeps && waiting.length > 0
                  ? `Keep ${counted(waiting.length, "transfer")}`
                  : "Record"}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <FileField name={name} onPick={pick} />
          {problem ? (
            <FormAlert tone="error">
              {toApiError(problem).message}
              {read.variables && isUnreachable(read.error) ? (
                <Button variant="secondary" onClick={() => read.mutate(read.variables)}>
                  Try again
                </Button>
              ) : null}
            </FormAlert>
          ) : null}
          {read.isPending ? <p role="status">Reading the file…</p> : null}
          {bankFile ? (
            <Findings
              bankFile={bankFile}
              isChangingLayout={isChangingLayout}
              onChangeLayout={() => setChangingLayout(true)}
              onLayout={(layout) => {
                if (read.variables) read.mutate({ file: read.variables.file, layout });
              }}
            />
          ) : null}
          <ul aria-label="Transfers" className="grid gap-2">
            {rows.slice(0, rowLimit).map((row, index) => (
              <BankTransferRow
                key={row.line.bank_reference}
                row={row}
                onTick={(ticked) => change(index, { ticked })}
                onPick={() => setPicking(index)}
              />
            ))}
          </ul>
          {rows.length > rowLimit ? (
            <Button variant="secondary" onClick={() => setRowLimit(rowLimit + PAGE_SIZE)}>
              Show {Math.min(PAGE_SIZE, rows.length - rowLimit)} more of {rows.length}
            </Button>
          ) : null}
        </div>
        {waiting.length > 0 ? (
          <Checkbox
            label={`Keep ${counted(waiting.length, "transfer")} without a payment`}
            description="They wait under Needs a person until their invoice is found."
            checked={keeps}
            onCheckedChange={setKeeps}
          />
        ) : null}
        {picked && picking !== null ? (
          <InvoicePicker
            row={picked}
            onChoose={(invoice) => {
              change(picking, { invoice, ticked: true });
              setPicking(null);
            }}
            onClose={() => setPicking(null)}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

interface FileFieldProps {
  name: string;
  onPick: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The browser's own field says "No file chosen" once its file was read; this one keeps its name. */
function FileField({ name, onPick }: FileFieldProps) {
  return (
    <label className="grid justify-items-start gap-1.5 text-sm font-semibold">
      CSV file, OFX or QFX
      <input
        type="file"
        accept=".csv,.txt,.tsv,.ofx,.qfx,.qbo,text/csv"
        onChange={onPick}
        className="peer sr-only"
      />
      <span className="flex flex-wrap items-center gap-3 rounded-full peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink">
        <span className="inline-flex h-11 items-center rounded-full border border-line-strong bg-sheet px-4">
          {name ? "Choose another file" : "Choose a file"}
        </span>
        {name ? <span className="font-normal wrap-anywhere">{name}</span> : null}
      </span>
    </label>
  );
}

interface FindingsProps {
  bankFile: ReadBankFile;
  isChangingLayout: boolean;
  onChangeLayout: () => void;
  onLayout: (layout: Layout) => void;
}

/** What was left out, what is unread, and what the file leaves open. */
function Findings({ bankFile, isChangingLayout, onChangeLayout, onLayout }: FindingsProps) {
  const { file, rows } = bankFile;
  const { unread, columns } = file;
  const asks = file.ask_columns || file.day_choices.length > 0;
  const leftOut = leftOutWords(file.left_out);
  return (
    <>
      {asks || isChangingLayout ? <BankLayoutForm file={file} onLayout={onLayout} /> : null}
      {unread.length > 0 ? (
        <FormAlert tone="error">
          <p>
            {counted(unread.length, "line")} could not be read. Record{" "}
            {unread.length === 1 ? "it" : "them"} by hand if{" "}
            {unread.length === 1 ? "it is a payment" : "they are payments"}.
          </p>
          <details className="w-full">
            <summary className="min-h-11 content-center font-semibold">Show</summary>
            <ul className="grid gap-1 text-xs">
              {unread.map((one) => (
                <li key={one.line}>
                  {unreadWords(one)} {one.text}
                </li>
              ))}
            </ul>
          </details>
        </FormAlert>
      ) : null}
      {!asks && rows.length === 0 && unread.length === 0 ? (
        <p>No money came in by this file.</p>
      ) : null}
      {leftOut || columns.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
          <p role="status">{leftOut}</p>
          {columns.length > 0 && !(asks || isChangingLayout) ? (
            <Button variant="secondary" size="sm" onClick={onChangeLayout}>
              Change columns
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
