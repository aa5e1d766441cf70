import { Button } from "@components/ui/button";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";

const DONE_MS = 2_000;

/** Puts a text where the bank's own form can paste it from. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error(`Please copy the ${what} by hand`, { description: text });
      return;
    }
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), DONE_MS);
  }

  return (
    <>
      <Button variant="secondary" size="icon" aria-label={`Copy the ${what}`} onClick={copy}>
        {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
      <span role="status" className="sr-only">
        {done ? `The ${what} is copied` : ""}
      </span>
    </>
  );
}
