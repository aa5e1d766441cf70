import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Check, Copy, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";

const DONE_MS = 2_000;

export interface PassOnProps {
  /** What it is called on the page: "Invitation link". */
  label: string;
  /** The link itself. */
  text: string;
  /** What goes with it where the device can share. */
  title: string;
  words: string;
}

/** A link to copy, and to share by whatever the device has for that. */
export function PassOn({ label, text, title, words }: PassOnProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [copied, setCopied] = useState(false);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    setCanShare(typeof navigator.share === "function");
    return () => clearTimeout(timer.current);
  }, []);

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
      <span role="status" className="sr-only">
        {copied ? `${label} copied` : ""}
      </span>
    </div>
  );
}
