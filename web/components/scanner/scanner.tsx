import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { cn } from "@lib/cn";
import { Camera, CameraOff, CircleAlert, CircleCheck, Repeat } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { type ScanTone, signal } from "./signals";
import { type CameraState, useCamera } from "./use-camera";

/** What a code came to: whether it counts, and the words beside it. */
export interface ScanResult {
  tone: ScanTone;
  words: string;
}

export interface ScannerProps {
  /** What is scanned now, such as "the item's label". */
  what: string;
  /** Takes a code as it is written on what was scanned or as it was typed, and says what it came to. */
  onCode: (written: string) => ScanResult;
  /** The form of a code, for who types it. */
  example?: string;
  /** Starts the camera at a press; without this it starts by itself. */
  camera?: { on: boolean; start: () => void };
  className?: string;
}

const TONES = {
  done: { icon: CircleCheck, looks: "bg-pine text-on-pine" },
  again: { icon: Repeat, looks: "bg-tape text-on-tape" },
  wrong: { icon: CircleAlert, looks: "bg-brick text-on-brick" },
};

/** Why there is no picture, and what to do instead. */
const TROUBLE: Partial<Record<CameraState, string>> = {
  refused: "This page may not use the camera. To scan, allow it in the browser's settings.",
  none: "There is no camera here.",
  unreadable: "Codes cannot be read from the camera here.",
};

/**
 * The camera with what it reads, and a field to type a code that it does not. Without a camera the
 * field comes first.
 */
export function Scanner(props: ScannerProps) {
  const { what, onCode, example = "SS-7K4M2-B", camera, className } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [result, setResult] = useState<ScanResult>();
  const take = (written: string) => {
    const now = onCode(written);
    setResult(now);
    signal(now.tone);
    return now;
  };
  const state = useCamera(video, take, camera?.on ?? true);
  const trouble = TROUBLE[state];
  const instead =
    state === "off"
      ? `Scan ${what}, or type its code.`
      : trouble
        ? `Type the code of ${what}.`
        : `Hold ${what} in the yellow frame.`;
  return (
    <section aria-label={`Scan ${what}`} className={cn("grid gap-3", className)}>
      <div
        className={cn(
          "relative overflow-hidden rounded-2xl border border-line-strong bg-ink",
          (trouble || state === "off") && "hidden",
        )}
      >
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera"
          className="h-[min(38dvh,20rem)] w-full object-cover short:h-[46dvh]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto aspect-square h-2/3 rounded-2xl border-4 border-tape"
        />
        {state === "starting" ? (
          <p
            role="status"
            className="absolute inset-x-0 bottom-0 bg-sheet/90 px-3 py-1.5 text-sm text-ink"
          >
            Starting the camera…
          </p>
        ) : null}
      </div>
      {state === "off" ? (
        <Button variant="secondary" className="h-14 justify-self-start" onClick={camera?.start}>
          <Camera aria-hidden="true" />
          Scan with the camera
        </Button>
      ) : null}
      <ScanResultWords result={result} instead={instead} />
      <TypedCode
        label={trouble ? "Type the code" : "Or type the code"}
        example={example}
        onCode={take}
        className={cn(trouble && "order-first")}
      />
      {trouble ? (
        <p className="flex items-start gap-2.5 text-sm text-muted">
          <CameraOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {trouble}
        </p>
      ) : null}
    </section>
  );
}

function ScanResultWords({ result, instead }: { result: ScanResult | undefined; instead: string }) {
  const { icon: Icon, looks } = result ? TONES[result.tone] : { icon: null, looks: "bg-mist" };
  return (
    <p
      role="status"
      aria-label="Last scan"
      className={cn(
        "flex min-h-14 items-center gap-3 rounded-xl px-4 py-2 text-base font-semibold",
        looks,
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-6 shrink-0" /> : null}
      <span className="min-w-0 wrap-anywhere">{result?.words ?? instead}</span>
    </p>
  );
}

interface TypedCodeProps {
  label: string;
  example: string;
  onCode: (code: string) => ScanResult;
  className: string;
}

function TypedCode({ label, example, onCode, className }: TypedCodeProps) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  function send(event: FormEvent) {
    event.preventDefault();
    // A scanner often stands in the form of a dialog.
    event.stopPropagation();
    if (text.trim() === "") return;
    const { tone, words } = onCode(text);
    setRefused(tone === "wrong" ? words : "");
    if (tone === "wrong") return field.current?.select();
    setText("");
  }
  return (
    <form
      id={formId}
      noValidate
      onSubmit={send}
      className={cn("flex items-start gap-2", className)}
    >
      <Field label={label} error={refused} className="min-w-0 flex-1">
        <Input
          ref={field}
          value={text}
          data-passing
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={example}
          className="h-14 lg:h-14"
          onChange={({ target }) => {
            setText(target.value);
            setRefused("");
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" className="mt-7 h-14">
        Enter
      </Button>
    </form>
  );
}
