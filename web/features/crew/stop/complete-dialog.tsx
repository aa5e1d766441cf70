import type { StopProxy } from "@api/commands.types";
import type { StopKind } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import { SignaturePad } from "@features/crew/pickups/signature/signature-pad";
import { hashedCode, wrongCodeWords } from "@features/crew/runs/run-words";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { ScanLine } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { completeDraft, keepComplete } from "./complete-draft";
import {
  type By,
  type CompleteFields,
  type Completion,
  completeSchema,
  countOf,
  LONGEST_NAME,
  LONGEST_NOTE,
} from "./complete-form";
import { CountField } from "./count-field";

/** A stop that is being completed. */
export interface CompletedStop {
  /** as its tab names it */
  key: string;
  kind: StopKind;
  full_name: string;
  /** who signs, unless another name is entered */
  signer: string;
  items_counted?: number | null;
  /** how many items are listed, and how many of them were scanned */
  listed: number;
  scanned: number;
}

/** Who may vouch for a stop of a run (rule: by-somebodys-hand). */
export interface Hands {
  office: boolean;
  proxy: StopProxy | null;
  /** labels of a return that were not scanned out */
  missing: readonly string[];
  /** A code that this phone knows to be wrong: it counts, with a signal or without. */
  onWrongCode: (salt: string) => void;
}

interface CompleteDialogProps {
  userId: string;
  stop: CompletedStop;
  /** null where a count alone completes it */
  hands: Hands | null;
  onScan?: (() => void) | undefined;
  onClose: () => void;
  /** Without `items` where the crew did not count. */
  onComplete: (completion: Completion) => void;
}

/** Asks for the crew's count, which the plan goes by, and by whose hand the stop is completed. */
export function CompleteDialog(props: CompleteDialogProps) {
  const { userId, stop, hands, onScan, onClose, onComplete } = props;
  const { key, listed, scanned } = stop;
  const isPickup = stop.kind === "pickup";
  const missing = hands?.missing.join(", ");
  const [drafted] = useState(() => {
    const kept = completeDraft(userId);
    return kept?.stop === key ? kept : undefined;
  });
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const form = useSchemaForm({
    schema: completeSchema,
    defaultValues: { ...firstFields(stop, hands), ...drafted },
    onSend: send,
  });
  const { control, register, setValue, clearErrors, errorOf } = form;
  const values = useWatch({ control }) as CompleteFields;
  const { text, strokes, signer, note, by, reason } = values;
  // A page that is reloaded with this open, or a phone that is switched off, loses none of it.
  useEffect(
    () => keepComplete(userId, { stop: key, text, strokes, signer, note, by, reason }),
    [userId, key, text, strokes, signer, note, by, reason],
  );
  const typed = drafted !== undefined || form.formState.dirtyFields.text === true;
  // What is scanned counts by itself until somebody counts otherwise.
  useEffect(() => {
    if (scanned > 0 && !typed) setValue("text", String(scanned));
  }, [scanned, typed, setValue]);
  const more = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const count = isPickup ? countOf(text) : undefined;
  const signed = by === "signature" && strokes !== "" && signer.trim() !== "";
  const proxy = hands?.proxy && !hands.proxy.used ? hands.proxy : null;
  const locked = proxy?.tries_left === 0;

  function close() {
    keepComplete(userId, undefined);
    onClose();
  }

  async function send({ items, signature, ...said }: Completion) {
    const counted = isPickup && items !== undefined ? { items } : {};
    const completion = { ...said, ...counted, ...(signature ? { signature } : {}) };
    if (hands) {
      const wrong = await problemOf(completion, hands);
      if (wrong !== null) return setProblem(wrong);
      if (by === "code") completion.proxy_code = code.replace(/\D/g, "");
    } else if (items === undefined) {
      // A signature stands under a count alone.
      delete completion.signature;
    }
    // In this order: a phone that dies in between still has the draft.
    onComplete(completion);
    keepComplete(userId, undefined);
  }

  /** Why nobody's hand completes the stop yet; null where one does. */
  async function problemOf(given: Completion, { onWrongCode }: Hands): Promise<string | null> {
    if (by === "override")
      return reason.trim().length < 3 ? "Please say why. A person looks at it." : null;
    if (missing) return `Not scanned out yet: ${missing}.`;
    if (by === "signature") {
      if (!strokes) return "Please let them sign.";
      return given.signature ? null : "Please enter who signed.";
    }
    const digits = code.replace(/\D/g, "");
    if (digits.length !== 6) return "The code has six digits.";
    if (locked) return "";
    const { salt, code_hash, tries_left } = proxy ?? {};
    const hash = salt && (await hashedCode(digits, salt));
    if (!(salt && hash) || hash === code_hash) return null;
    onWrongCode(salt);
    setCode("");
    return wrongCodeWords((tries_left ?? 0) - 1);
  }

  const ways: { value: By; label: string }[] = [
    { value: "signature", label: "Signature" },
    ...(proxy ? [{ value: "code" as const, label: `Code of ${proxy.name}` }] : []),
    ...(hands?.office ? [{ value: "override" as const, label: "Reason of the office" }] : []),
  ];
  const canSign = by === "signature" && (hands !== null || count !== undefined);
  const ask = "How many items did you take along? The customer's plan goes by your count.";
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        size="sm"
        title={`Complete ${stop.full_name}`}
        unsaved={strokes !== ""}
        {...(isPickup ? { description: listed > 0 ? `${listed} listed. ${ask}` : ask } : {})}
        onOpenAutoFocus={(event) => {
          if (!isPickup) return;
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
            <Button
              type="submit"
              form={formId}
              className="max-sm:h-14 max-sm:flex-1"
              disabled={(Boolean(missing) && by !== "override") || (by === "code" && locked)}
            >
              {!isPickup
                ? "Complete"
                : count === undefined
                  ? "Complete without a count"
                  : `Complete with ${count}${signed ? ", signed" : ""}`}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-5">
          {missing ? (
            <FormAlert tone="error">
              Not scanned out yet: {missing}.{" "}
              {hands?.office
                ? "Scan them, or give a reason."
                : "Scan them, or mark them as missing. The office can complete it with a reason."}
            </FormAlert>
          ) : null}
          {problem && !(by === "code" && locked) ? (
            <FormAlert tone="error">{problem}</FormAlert>
          ) : null}
          {isPickup ? (
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
          ) : null}
          {onScan ? (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-mist px-4 py-2">
              <p className="text-sm">
                {scanned} of {listed} scanned
              </p>
              <Button variant="secondary" className="max-sm:h-14" onClick={onScan}>
                <ScanLine aria-hidden="true" />
                Scan items
              </Button>
            </div>
          ) : null}
          {ways.length > 1 ? (
            <RadioCards
              label="By"
              options={ways}
              value={by}
              onValueChange={(value) => {
                setValue("by", value as By);
                setProblem("");
              }}
            />
          ) : null}
          {canSign ? (
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-semibold">
                {signatureWords(count, hands)}
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
          ) : null}
          {by === "code" && locked ? (
            <FormAlert tone="error">
              Five wrong codes were entered for this visit.{" "}
              {hands?.office
                ? "The customer can make a new code, or you give a reason."
                : "The customer can make a new code, or the office completes it with a reason."}
            </FormAlert>
          ) : null}
          {by === "code" && !locked ? (
            <Field label="Six digits" hint="The customer gave this code to the person at the door.">
              <Input
                inputMode="numeric"
                autoComplete="off"
                maxLength={7}
                value={code}
                className="tabular h-14 text-center text-2xl font-semibold tracking-widest lg:h-14"
                onChange={({ target }) => setCode(target.value)}
              />
            </Field>
          ) : null}
          {by === "override" ? (
            <Field label="Reason" hint="It opens a case that a person looks at.">
              <Textarea rows={3} maxLength={LONGEST_NOTE} {...register("reason")} />
            </Field>
          ) : null}
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

/** Where the form starts: the count that stands, else as many as are listed. */
function firstFields(stop: CompletedStop, hands: Hands | null): CompleteFields {
  const count = stop.items_counted ?? (stop.listed > 0 ? stop.listed : "");
  return {
    text: String(count),
    strokes: "",
    signer: stop.signer,
    note: "",
    by: hands?.office && hands.missing.length > 0 ? "override" : "signature",
    reason: "",
  };
}

function signatureWords(count: number | undefined, hands: Hands | null): string {
  const under = count === undefined ? "" : ` for ${count} ${count === 1 ? "item" : "items"}`;
  return `Signature${under}${hands ? "" : " (optional)"}`;
}
