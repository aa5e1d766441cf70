import type { ImportShown } from "@api/commands.types";
import { checkImport, confirmImport, discardImport } from "@api/data-files";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useDataSession } from "@features/office/data-session";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ColumnsForm } from "./columns-form";
import { FaultyRows } from "./faulty-rows";
import { countedOf, KINDS } from "./import-words";

interface ImportStepsProps {
  shown: ImportShown;
  onChange: (one: ImportShown) => void;
  onDiscard: (left: ImportShown[]) => void;
}

/** The open import: its columns, what its rows would become, and how far it is. */
export function ImportSteps({ shown, onChange, onDiscard }: ImportStepsProps) {
  const { via } = useDataSession();
  const [choice, setChoice] = useState(shown.choice);
  const check = useMutation({
    mutationFn: () => checkImport(shown.id, choice, via),
    networkMode: "always",
    onSuccess: onChange,
  });
  const confirm = useMutation({
    mutationFn: () => confirmImport(shown.id, via),
    networkMode: "always",
    onSuccess: onChange,
  });
  const discard = useMutation({
    mutationFn: () => discardImport(shown.id, via),
    networkMode: "always",
    onSuccess: onDiscard,
  });
  const { kind, state } = shown;
  const [isChanging, setChanging] = useState(false);
  const isChoosing = state === "columns" || (state === "checked" && isChanging);
  const failure = check.error ?? confirm.error ?? discard.error;
  const name = KINDS.find(({ value }) => value === kind)?.label;
  return (
    <section className="grid gap-4" aria-label={`Import of ${shown.file_name}`}>
      <p className="text-sm font-semibold wrap-anywhere">
        {name} from {shown.file_name}
      </p>
      {shown.error ? <FormAlert tone="error">{shown.error}</FormAlert> : null}
      {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
      {isChoosing ? <ColumnsForm shown={shown} choice={choice} onChoice={setChoice} /> : null}
      {state === "checked" && !isChoosing ? <Findings shown={shown} /> : null}
      {isChoosing || state === "checked" ? (
        <div className="flex flex-wrap gap-3">
          {isChoosing ? (
            <Button
              busy={check.isPending}
              onClick={() => {
                setChanging(false);
                check.mutate();
              }}
            >
              Check the rows
            </Button>
          ) : (
            <Button
              disabled={shown.rows_new === 0}
              busy={confirm.isPending}
              onClick={() => confirm.mutate()}
            >
              {shown.rows_new > 0 ? `Import ${countedOf(kind, shown.rows_new)}` : "Import"}
            </Button>
          )}
          {!isChoosing && shown.rows_written === 0 ? (
            <Button variant="secondary" onClick={() => setChanging(true)}>
              Change columns
            </Button>
          ) : null}
          {shown.rows_written === 0 ? (
            <Button variant="secondary" busy={discard.isPending} onClick={() => discard.mutate()}>
              {shown.rows_new === 0 && !isChoosing ? "Close" : "Discard"}
            </Button>
          ) : null}
        </div>
      ) : (
        <Progress shown={shown} />
      )}
    </section>
  );
}

function Progress({ shown }: { shown: ImportShown }) {
  const { state, rows_done, rows_total, rows_new } = shown;
  const most = state === "writing" ? rows_new : rows_total;
  const verb = { checking: "Checking", writing: "Importing", undoing: "Undoing" }[state as string];
  return (
    <div className="grid gap-1 text-sm" role="status">
      <progress
        className="w-full accent-pine"
        aria-label="Progress of the import"
        {...(state === "undoing" || rows_done === 0
          ? {}
          : { value: rows_done, max: Math.max(most, 1) })}
      />
      <p className="tabular text-muted">
        {verb}
        {rows_done ? `: ${rows_done} of ${Math.max(most, rows_done)} rows` : ""}. You can leave this
        page.
      </p>
    </div>
  );
}

/** What the rows would become; nothing is written yet. */
function Findings({ shown }: { shown: ImportShown }) {
  const { kind, rows_new, rows_known, rows_faulty, rows_written } = shown;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="status">
        <ul className="tabular grid gap-1 text-sm">
          {rows_written > 0 ? <li>{countedOf(kind, rows_written)} imported already.</li> : null}
          <li>{countedOf(kind, rows_new)} new, to be imported.</li>
          <li>{countedOf(kind, rows_known)} here already. They stay as they are.</li>
          <li>
            {rows_faulty === 1 ? "1 row has" : `${rows_faulty} rows have`} a fault and{" "}
            {rows_faulty === 1 ? "is" : "are"} left out.
          </li>
        </ul>
      </div>
      {rows_faulty > 0 ? <FaultyRows shown={shown} /> : null}
    </div>
  );
}
