import type { Stop } from "@api/pickups";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { stopKey } from "@features/backoffice/pickups/offline/pickup-line";
import type { Count } from "@features/backoffice/pickups/offline/use-pickup-changes";
import { SignaturePad } from "@features/backoffice/pickups/signature/signature-pad";
import { Minus, Plus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { draftOf, keepDraft } from "./complete-draft";

const MOST_ITEMS = 500;
const LONGEST_NAME = 200;

const LONGEST_NOTE = 500;

interface CompleteDialogProps {
  userId: string;
  stop: Stop;
  onClose: () => void;
  /** Without `items` where the crew did not count. */
  onComplete: (count: Count) => void;
}

/** Asks for the crew's count, which the plan goes by, and the customer's signature under it. */
export function CompleteDialog({ userId, stop, onClose, onComplete }: CompleteDialogProps) {
  const key = stopKey(stop);
  const [draft] = useState(() => {
    const kept = draftOf(userId);
    return kept?.stop === key ? kept : undefined;
  });
  const [text, setText] = useState(
    draft?.text ?? (stop.items_counted === null ? "" : String(stop.items_counted)),
  );
  const [strokes, setStrokes] = useState(draft?.strokes ?? "");
  const [signer, setSigner] = useState(draft?.signer ?? stop.full_name);
  const [note, setNote] = useState(draft?.note ?? "");
  // A page that is reloaded with this open, or a phone that is switched off, loses none of it.
  useEffect(
    () => keepDraft(userId, { stop: key, text, strokes, signer, note }),
    [userId, key, text, strokes, signer, note],
  );
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  const signed = count !== undefined && strokes !== "" && signer.trim() !== "";

  function step(by: number) {
    setError(undefined);
    setText(String(Math.min(MOST_ITEMS, Math.max(0, (count ?? 0) + by))));
  }

  function complete() {
    if (text !== "" && (count === undefined || count > MOST_ITEMS)) {
      return setError(`Please enter a number from 0 to ${MOST_ITEMS}, or nothing.`);
    }
    keepDraft(userId, undefined);
    onComplete({
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(count === undefined ? {} : { items: count }),
      ...(signed ? { signature: { signed_by: signer.trim(), strokes } } : {}),
    });
  }

  function close() {
    keepDraft(userId, undefined);
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        size="sm"
        title={`Complete ${stop.full_name}`}
        description="How many items did you take along? The customer's plan goes by your count."
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          // A phone's keyboard would cover the steps, which do without it.
          const coarse = window.matchMedia("(pointer: coarse)").matches;
          (coarse ? more : field).current?.focus();
        }}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost" className="max-sm:h-14">
                Cancel
              </Button>
            </DialogClose>
            <Button type="submit" form={formId} className="max-sm:h-14 max-sm:flex-1">
              {count === undefined
                ? "Complete without a count"
                : `Complete with ${count}${signed ? ", signed" : ""}`}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            complete();
          }}
          className="grid gap-5"
        >
          <div className="flex items-start gap-2">
            <Field label="Items (optional)" error={error} className="flex-1">
              <Input
                ref={field}
                inputMode="numeric"
                autoComplete="off"
                value={text}
                onChange={({ target }) => {
                  setError(undefined);
                  setText(target.value.trim());
                }}
                className="tabular h-14 text-center text-2xl font-semibold lg:h-14"
              />
            </Field>
            <div className="flex gap-2 pt-7">
              <Button
                variant="secondary"
                size="icon"
                className="size-14"
                aria-label="One less"
                onClick={() => step(-1)}
              >
                <Minus aria-hidden="true" />
              </Button>
              <Button
                ref={more}
                variant="secondary"
                size="icon"
                className="size-14"
                aria-label="One more"
                onClick={() => step(1)}
              >
                <Plus aria-hidden="true" />
              </Button>
            </div>
          </div>
          {count === undefined ? null : (
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-semibold">
                Signature for {count} {count === 1 ? "item" : "items"} (optional)
              </legend>
              <SignaturePad strokes={strokes} onStrokes={setStrokes} />
              {strokes ? (
                <Field label="Signed by">
                  <Input
                    value={signer}
                    maxLength={LONGEST_NAME}
                    autoComplete="off"
                    onChange={({ target }) => setSigner(target.value)}
                  />
                </Field>
              ) : null}
            </fieldset>
          )}
          <Field label="Comment (optional)">
            <Textarea
              rows={2}
              maxLength={LONGEST_NOTE}
              value={note}
              className="min-h-14"
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
