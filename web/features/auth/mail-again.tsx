import { Button } from "@components/ui/button";
import { authClient } from "@lib/auth";
import { useState } from "react";
import { resendMessage } from "./auth-failure";

/** A button that sends the confirmation mail once more, and says what came of it. */
export function MailAgain({ email }: { email: string }) {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [failure, setFailure] = useState("");

  async function send() {
    setState("busy");
    setFailure("");
    try {
      const auth = await authClient();
      const { error } = await auth.resend({
        type: "signup",
        email,
        options: { emailRedirectTo: `${window.location.origin}/auth/callback` },
      });
      if (error) throw error;
      setState("sent");
    } catch (error) {
      console.error("Sending again failed:", error);
      setState("idle");
      setFailure(resendMessage(error instanceof Error ? error : {}));
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="sm" busy={state === "busy"} onClick={send}>
        {state === "sent" ? "Send it once more" : "Send the mail again"}
      </Button>
      <p aria-live="polite" className="empty:hidden">
        {failure ||
          (state === "sent" ? "Sent. Give it a minute, and look in your spam folder too." : "")}
      </p>
    </div>
  );
}
