import { Button } from "@components/ui/button";
import { toast } from "@lib/toast";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";

const DONE_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** what the text is, in words */
  what: string;
  /** stands beside the icon */
  label?: string;
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error(`Please copy the ${what} by hand`, { description: text });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), DONE_MS);
  }

  return (
    <>
      <Button
        variant="secondary"
        size={label ? "md" : "icon"}
        aria-label={`Copy the ${what}`}
        onClick={copy}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? `The ${what} is copied` : ""}
      </span>
    </>
  );
}
