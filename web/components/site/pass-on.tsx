import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { toast } from "@lib/toast";
import { Check, Copy, QrCode, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";

const DONE_MS = 2_000;

export interface PassOnProps {
  /** What it is called on the page: "Invitation link". */
  label: string;
  /** The link itself. */
  text: string;
  /** What goes with it where the device can share. */
  title: string;
  words: string;
  /** The link is new, from a press just now: its field takes the focus. */
  isNew?: boolean;
}

/** A link to copy, to share by whatever the device has for that, and to show to a camera. */
export function PassOn({ label, text, title, words, isNew = false }: PassOnProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [copied, setCopied] = useState(false);
  const [canShare, setCanShare] = useState(false);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    setCanShare(typeof navigator.share === "function");
    return () => clearTimeout(timer.current);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new link
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew, text]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.current?.select();
      toast.info("Please copy the marked link by hand");
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), DONE_MS);
  }

  async function share() {
    try {
      await navigator.share({ title, text: words, url: text });
    } catch (error) {
      // Closing the device's own sheet is no failure.
      if (error instanceof Error && error.name === "AbortError") return;
      await copy();
    }
  }

  async function draw() {
    if (picture) return setPicture(null);
    const { renderSVG } = await import("uqr");
    setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`);
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <Field label={label}>
          <Input
            ref={field}
            readOnly
            value={text}
            className="tabular font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
      </div>
      <Button variant="secondary" onClick={copy}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? "Copied" : "Copy"}
        <span className="sr-only"> the {label.toLowerCase()}</span>
      </Button>
      {canShare ? (
        <Button variant="secondary" onClick={share}>
          <Share2 aria-hidden="true" />
          Share
          <span className="sr-only"> the {label.toLowerCase()}</span>
        </Button>
      ) : null}
      <Button variant="secondary" aria-expanded={picture !== null} onClick={draw}>
        <QrCode aria-hidden="true" />
        QR code
        <span className="sr-only"> of the {label.toLowerCase()}</span>
      </Button>
      {picture ? (
        <img
          src={picture}
          alt={`QR code of the ${label.toLowerCase()}, for a friend's camera`}
          className="size-48 rounded-xl border border-line bg-white"
        />
      ) : null}
      <span role="status" className="sr-only">
        {copied ? `${label} copied` : ""}
      </span>
    </div>
  );
}
