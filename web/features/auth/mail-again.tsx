import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { useAttempt } from "@lib/auth/use-attempt";
import { useState } from "react";
import { type MailKind, sendMail } from "./mails";

export const MAIL_FAILED = "The email could not be sent. Please try again.";

/** A button that sends a mail once more, and says what came of it. */
export function MailAgain({ email, kind = "signup" }: { email: string; kind?: MailKind }) {
  const { busy, failure, attempt } = useAttempt("Sending again");
  const [isSent, setSent] = useState(false);

  return (
    <div className="grid w-full justify-items-start gap-2">
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        onClick={async () => setSent(await attempt((auth) => sendMail(auth, kind, email)))}
      >
        {isSent ? "Send it once more" : "Send the mail again"}
      </Button>
      <p aria-live="polite" className="text-sm empty:hidden">
        {isSent ? "Sent. Give it a minute, and look in your spam folder too." : ""}
      </p>
      <AuthProblem failure={failure} fallback={MAIL_FAILED} />
    </div>
  );
}
