import { useAutoconfirm } from "@api/customers/auth-settings";
import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { CodeForm } from "@features/account/code-form";
import { ConfirmDialog } from "@features/account/confirm-dialog";
import { useRereadAccount } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { toast } from "@lib/toast";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { returnUrl } from "./return-url";

export interface EmailChangeProps {
  current: string;
  next: string;
}

/** An e-mail change under way: either mailbox confirms by link or by code, or it is called off. */
export function EmailChange({ current, next }: EmailChangeProps) {
  const reread = useRereadAccount();
  const again = useAttempt("Sending the mails again");
  const cancel = useAttempt("Cancelling the email change");
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  // Where addresses need no confirming, the new mailbox decides alone.
  const mailboxes = (useAutoconfirm().data ? [next] : [current, next]).filter(Boolean);
  const left = mailboxes.filter((mailbox) => !confirmed.includes(mailbox));

  async function confirmMailbox(mailbox: string, isLast: boolean) {
    setConfirmed((now) => [...now, mailbox]);
    if (isLast)
      toast.success("Email changed", { description: `You sign in with ${next} from now on.` });
    await reread();
  }

  async function callOff() {
    const isDone = await cancel.attempt(async (auth) => {
      const { error } = await auth.updateUser({ email: current });
      if (error) throw error;
      await reread();
    });
    if (!isDone) return;
    setAsking(false);
    toast.success("Email change cancelled");
  }

  return (
    <div className="grid gap-5 rounded-2xl border border-line-strong bg-tape-soft p-4 sm:p-5">
      <div role="status" className="grid gap-1">
        <p className="font-semibold wrap-anywhere">Changing to {next}</p>
        <p>{instructions(mailboxes.length, left.length)}</p>
      </div>
      {mailboxes.map((mailbox) =>
        left.includes(mailbox) ? (
          <CodeForm
            key={mailbox}
            name="Confirming a mailbox"
            label={`Code mailed to ${mailbox}`}
            action="Confirm"
            onCode={async (auth, token) => {
              const proof = { email: mailbox, token, type: "email_change" } as const;
              const { data, error } = await auth.verifyOtp(proof);
              if (error) throw error;
              await confirmMailbox(mailbox, data.session !== null);
            }}
          />
        ) : (
          <p key={mailbox} className="flex items-center gap-2 font-semibold wrap-anywhere">
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-pine" />
            {mailbox} has confirmed
          </p>
        ),
      )}
      <AuthProblem failure={again.failure} fallback="The mails could not be sent." />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={again.busy}
          onClick={async () => {
            const isSent = await again.attempt(async (auth) => {
              const { error } = await auth.resend({
                type: "email_change",
                email: current,
                options: { emailRedirectTo: returnUrl() },
              });
              if (error) throw error;
            });
            if (isSent)
              toast.success("Sent again", { description: "Look in the spam folders too." });
          }}
        >
          Send the mails again
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Cancel the change
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel the change?"
        action="Cancel the change"
        busy={cancel.busy}
        failure={cancel.failure}
        onConfirm={callOff}
      >
        You keep signing in with {current}. The links and codes in both mails stop working.
      </ConfirmDialog>
    </div>
  );
}

function instructions(all: number, left: number): string {
  if (all === 1) return "We mailed the new address. Press the mail's link, or type its code here.";
  return left > 1
    ? "We mailed both addresses. Press the link in each mail, or type its code here."
    : "One mailbox left. Press the link in its mail, or type its code here.";
}
