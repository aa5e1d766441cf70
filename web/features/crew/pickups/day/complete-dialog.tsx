import type { Stop } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { stopKey } from "@features/crew/pickups/offline/pickup-line";
import type { Count } from "@features/crew/pickups/offline/use-pickup-changes";
import { SignaturePad } from "@features/crew/pickups/signature/signature-pad";
import { CountField } from "@features/crew/stop/count-field";
import { useDoorItems } from "@features/warehouse/items/door-dialog";
import { takenOf } from "@features/warehouse/items/door-items";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { ScanLine } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { completeDraft, keepComplete } from "./complete-draft";
import {
  type CompleteFields,
  completeFields,
  completeSchema,
  countOf,
  LONGEST_NAME,
  LONGEST_NOTE,
} from "./complete-form";

interface CompleteDialogProps {
  userId: string;
  stop: Stop;
  onScan: () => void;
  onClose: () => void;
  /** Without `items` where the crew did not count. */
  onComplete: (count: Count) => void;
}

/** Asks for the crew's count, which the plan goes by, and the customer's signature under it. */
export function CompleteDialog({ userId, stop, onScan, onClose, onComplete }: CompleteDialogProps) {
  const key = stopKey(stop);
  const [start] = useState((): CompleteFields => {
    const kept = completeDraft(userId);
    return kept?.stop === key ? kept : completeFields(stop);
  });
  const form = useSchemaForm({
    schema: completeSchema,
    defaultValues: start,
    onSend: (count) => {
      // In this order: a phone that dies in between still has the draft.
      onComplete(count);
      keepComplete(userId, undefined);
    },
  });
  const { control, register, setValue, clearErrors, errorOf } = form;
  const values = useWatch({ control }) as CompleteFields;
  const { text, strokes, signer, note } = values;
  // A page that is reloaded with this open, or a phone that is switched off, loses none of it.
  useEffect(
    () => keepComplete(userId, { stop: key, text, strokes, signer, note }),
    [userId, key, text, strokes, signer, note],
  );
  const { items } = useDoorItems(userId, stop);
  const scanned = takenOf(items);
  const [drafted] = useState(() => completeDraft(userId)?.stop === key);
  const typed = drafted || form.formState.dirtyFields.text === true;
  // What is scanned counts by itself until somebody counts otherwise.
  useEffect(() => {
    if (scanned > 0 && !typed) setValue("text", String(scanned));
  }, [scanned, typed, setValue]);
  const more = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const count = countOf(text);
  const signed = count !== undefined && strokes !== "" && signer.trim() !== "";

  function close() {
    keepComplete(userId, undefined);
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        size="sm"
        title={`Complete ${stop.full_name}`}
        unsaved={strokes !== ""}
        description={
          stop.items.length > 0
            ? `${stop.items.length} listed. How many items did you take along? The customer's plan goes by your count.`
            : "How many items did you take along? The customer's plan goes by your count."
        }
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          // A phone's keyboard would cover the steps, which do without it.
          if (window.matchMedia("(pointer: coarse)").matches) more.current?.focus();
          else form.setFocus("text", { shouldSelect: true });
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
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-5">
          <CountField
            label="Items (optional)"
            error={errorOf("text")}
            text={text}
            onStep={(next) => {
              clearErrors("text");
              setValue("text", next, { shouldDirty: true });
            }}
            more={more}
            {...register("text")}
          />
          {stop.booking_id ? (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-mist px-4 py-2">
              <p className="text-sm">
                {scanned} of {items.length} scanned
              </p>
              <Button variant="secondary" className="max-sm:h-14" onClick={onScan}>
                <ScanLine aria-hidden="true" />
                Scan items
              </Button>
            </div>
          ) : null}
          {count === undefined ? null : (
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-semibold">
                Signature for {count} {count === 1 ? "item" : "items"} (optional)
              </legend>
              <SignaturePad
                strokes={strokes}
                onStrokes={(drawn) => setValue("strokes", drawn, { shouldDirty: true })}
              />
              {strokes ? (
                <Field label="Signed by">
                  <Input maxLength={LONGEST_NAME} autoComplete="off" {...register("signer")} />
                </Field>
              ) : null}
            </fieldset>
          )}
          <Field label="Comment (optional)">
            <Textarea
              rows={2}
              maxLength={LONGEST_NOTE}
              className="min-h-14"
              {...register("note")}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
