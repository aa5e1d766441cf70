import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { CodeForm } from "@features/account/code-form";
import { authClient } from "@lib/auth/client";
import { useAttempt } from "@lib/auth/use-attempt";
import type { Factor } from "@supabase/auth-js";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { freeName, spaced } from "./factor-words";

export interface FactorDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** All there are, the unconfirmed too: names may not repeat. */
  factors: readonly Factor[];
  onAdded: () => Promise<void>;
}

/** Sets an authenticator app up: scan or copy, then prove it with a code. */
export function TotpDialog({ open, onOpenChange, ...rest }: FactorDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add an authenticator app"
        description="Any app for six-digit codes works: your phone's password app has one too."
      >
        <TotpSetUp {...rest} />
      </DialogContent>
    </Dialog>
  );
}

interface Enrolled {
  id: string;
  qr: string;
  secret: string;
}

function TotpSetUp({ factors, onAdded }: Pick<FactorDialogProps, "factors" | "onAdded">) {
  const { busy, failure, attempt } = useAttempt("Setting up an authenticator app");
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const begun = useRef(false);
  const unproven = useRef<string | null>(null);

  function begin() {
    void attempt(async (auth) => {
      const friendlyName = freeName("Authenticator app", factors);
      const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
      if (error) throw error;
      unproven.current = data.id;
      setEnrolled({ id: data.id, qr: data.totp.qr_code, secret: data.totp.secret });
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the dialog opens
  useEffect(() => {
    if (!begun.current) begin();
    begun.current = true;
    return () => void forget(unproven.current);
  }, []);

  if (!enrolled) {
    return failure ? (
      <div className="grid justify-items-start gap-4">
        <AuthProblem failure={failure} fallback="The app could not be set up." />
        <Button variant="secondary" busy={busy} onClick={begin}>
          Try again
        </Button>
      </div>
    ) : (
      <div role="status" className="grid gap-5 sm:grid-cols-[200px_1fr]">
        <span className="sr-only">Loading...</span>
        <Skeleton className="size-50" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  return (
    <ol className="grid gap-6">
      <li className="grid gap-3">
        <h3 className="text-base">1. Scan this with the app</h3>
        <div className="flex flex-wrap items-start gap-5">
          {/* White in both themes: cameras need dark on light. */}
          <img
            src={enrolled.qr}
            alt="QR code for your authenticator app"
            className="size-50 rounded-2xl border border-line bg-white p-2"
          />
          <div className="grid min-w-48 flex-1 gap-2">
            <p className="text-muted">On this phone? Copy the key into the app instead.</p>
            <Secret>{enrolled.secret}</Secret>
          </div>
        </div>
      </li>
      <li className="grid gap-3">
        <h3 className="text-base">2. Type the code that it shows</h3>
        <CodeForm
          name="Adding an authenticator app"
          label="Code from the app"
          action="Turn it on"
          primary
          onCode={async (auth, code) => {
            const { error } = await auth.mfa.challengeAndVerify({ factorId: enrolled.id, code });
            if (error) throw error;
            unproven.current = null;
            await onAdded();
          }}
        />
      </li>
    </ol>
  );
}

function Secret({ children }: { children: string }) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(children);
    setCopied(true);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <code className="tabular rounded-xl border border-line-strong bg-sheet px-3 py-2 font-mono text-sm font-semibold tracking-wider wrap-anywhere">
        {spaced(children)}
      </code>
      <Button variant="secondary" size="sm" onClick={copy}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied ? "Copied" : "Copy the key"}</span>
      </Button>
    </div>
  );
}

/** What was begun and not proven is taken back: it would only keep its name busy. */
async function forget(factorId: string | null): Promise<void> {
  if (!factorId) return;
  const auth = await authClient();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) console.error("Taking back an unproven second step failed:", error);
}
