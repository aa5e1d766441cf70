import type { StopCard } from "@api/commands.types";
import type { StopVerb } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import { LONGEST_NAME, MOST_ITEMS } from "@features/crew/pickups/day/complete-form";
import { SignaturePad } from "@features/crew/pickups/signature/signature-pad";
import { hashedCode, itemsAt, unscanned, wrongCodeWords } from "@features/crew/runs/run-words";
import { CountField } from "@features/crew/stop/count-field";
import { type FormEvent, useId, useState } from "react";

type By = "signature" | "code" | "override";

interface CompleteStepProps {
  stop: StopCard;
  office: boolean;
  onBack: () => void;
  /** A code that this phone knows to be wrong: it counts, with a signal or without. */
  onWrongCode: (salt: string) => void;
  onComplete: (
    more: Pick<StopVerb, "signature" | "proxy_code" | "override_reason" | "items">,
  ) => void;
}

/** A stop is completed by a signature, a named person's code, or the office's reason. */
export function CompleteStep(props: CompleteStepProps) {
  const { stop, office, onBack, onWrongCode, onComplete } = props;
  const left = unscanned(stop);
  const blocked = left.length > 0;
  const items = itemsAt(stop);
  const [by, setBy] = useState<By>(blocked && office ? "override" : "signature");
  const [strokes, setStrokes] = useState("");
  const [signer, setSigner] = useState(stop.contact_name ?? stop.full_name);
  const [code, setCode] = useState("");
  const [reason, setReason] = useState("");
  const [count, setCount] = useState(
    String(items.filter(({ scanned }) => scanned).length || items.length || ""),
  );
  const [problem, setProblem] = useState("");
  const id = useId();
  const ways: { value: By; label: string; description?: string }[] = [
    { value: "signature", label: "Signature" },
    ...(stop.proxy && !stop.proxy.used
      ? [{ value: "code" as const, label: `Code of ${stop.proxy.name}` }]
      : []),
    ...(office ? [{ value: "override" as const, label: "Reason of the office" }] : []),
  ];
  const locked = stop.proxy?.tries_left === 0;
  const labels = left.map(({ label_code, number }) => label_code ?? `item ${number}`).join(", ");

  async function send(event: FormEvent) {
    event.preventDefault();
    const counted = stop.kind === "pickup" && count !== "" ? Number(count) : undefined;
    if (counted !== undefined && !(counted >= 0 && counted <= MOST_ITEMS))
      return setProblem(`Please enter a number from 0 to ${MOST_ITEMS}.`);
    const more = counted === undefined ? {} : { items: counted };
    if (by === "override") {
      if (reason.trim().length < 3) return setProblem("Please say why. A person looks at it.");
      return onComplete({ override_reason: reason.trim(), ...more });
    }
    if (blocked) return setProblem(`Not scanned out yet: ${labels}.`);
    if (by === "code") {
      const typed = code.replace(/\D/g, "");
      if (typed.length !== 6) return setProblem("The code has six digits.");
      if (locked) return setProblem("");
      const { salt, code_hash, tries_left } = stop.proxy ?? {};
      const hash = salt && (await hashedCode(typed, salt));
      if (salt && hash && hash !== code_hash) {
        onWrongCode(salt);
        setCode("");
        return setProblem(wrongCodeWords((tries_left ?? 0) - 1));
      }
      return onComplete({ proxy_code: typed, ...more });
    }
    if (!strokes) return setProblem("Please let them sign.");
    if (!signer.trim()) return setProblem("Please enter who signed.");
    onComplete({ signature: { signed_by: signer.trim(), strokes }, ...more });
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onBack())}>
      <DialogContent
        title={`Complete ${stop.full_name}`}
        unsaved={strokes !== ""}
        footer={
          <>
            <Button variant="ghost" className="max-sm:h-14" onClick={onBack}>
              Back
            </Button>
            <Button
              type="submit"
              form={id}
              className="max-sm:h-14 max-sm:flex-1"
              disabled={(blocked && by !== "override") || (by === "code" && locked)}
            >
              Complete
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
          {blocked ? (
            <FormAlert tone="error">
              Not scanned out yet: {labels}.{" "}
              {office
                ? "Scan them, or give a reason."
                : "Scan them, or mark them as missing. The office can complete it with a reason."}
            </FormAlert>
          ) : null}
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
          {stop.kind === "pickup" ? (
            <CountField
              label="Items that you took along"
              text={count}
              onStep={setCount}
              value={count}
              onChange={({ target }) => setCount(target.value.replace(/\D/g, ""))}
            />
          ) : null}
          {ways.length > 1 ? (
            <RadioCards
              label="By"
              options={ways}
              value={by}
              onValueChange={(value) => {
                setBy(value as By);
                setProblem("");
              }}
            />
          ) : null}
          {by === "signature" ? (
            <>
              <SignaturePad strokes={strokes} onStrokes={setStrokes} />
              <Field label="Signed by">
                <Input
                  maxLength={LONGEST_NAME}
                  autoComplete="off"
                  value={signer}
                  onChange={({ target }) => setSigner(target.value)}
                />
              </Field>
            </>
          ) : by === "code" && locked ? (
            <FormAlert tone="error">
              Five wrong codes were entered for this visit.{" "}
              {office
                ? "The customer can make a new code, or you give a reason."
                : "The customer can make a new code, or the office completes it with a reason."}
            </FormAlert>
          ) : by === "code" ? (
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
          ) : (
            <Field label="Reason" hint="It opens a case that a person looks at.">
              <Textarea
                rows={3}
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            </Field>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
