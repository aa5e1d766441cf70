import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { ServerUnreachable } from "@components/ui/error-state";
import { callbackProblem } from "@features/auth/arrival/callback-outcome";
import { ReplaceSession } from "@features/auth/arrival/replace-session";
import { useArrival } from "@features/auth/arrival/use-arrival";
import { AuthFrame } from "@features/auth/auth-frame";
import { returnTo } from "@features/auth/return-to";
import { SecondFactor } from "@features/auth/sign-in/second-factor";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { business } from "@lib/site/published";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { SetPasswordForm } from "./set-password-form";

/**
 * A new password: after the mail's link, which signs in by itself, or with the mail's six digits,
 * which need neither the link's fragment nor the browser of the request.
 */
export default function SetPasswordPage() {
  const { status, user } = useSession();
  const arrival = useArrival();
  const navigate = useNavigate();
  const location = useLocation();
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const mailedTo = mailedToIn(location.state);

  if (arrival.status === "ask")
    return (
      <ReplaceSession
        arrival={arrival}
        onStay={() => void navigate("/dashboard", { replace: true })}
      />
    );
  if (status === "second-factor") return <SecondFactor user={user} />;
  if (isDone) return <PasswordSet next={returnTo(location.state)} />;
  const failed = arrival.status === "failed" || callbackProblem(location) !== null;
  const expired = status === "signed-out" && failed;
  // The session follows its client a moment later.
  const arriving =
    arrival.status === "working" || (arrival.status === "done" && user?.id !== arrival.userId);
  return (
    <AuthFrame
      title="Set a new password"
      lede={
        status === "signed-in"
          ? `For ${user.email || "your account"}. This signs you out on your other devices.`
          : "Type the six digits from our email, or open its link. This signs you out on your other devices."
      }
      loading={status === "loading" || arriving}
    >
      <div className="grid gap-5">
        {arrival.status === "unreachable" ? <ServerUnreachable /> : null}
        {expired ? (
          <FormAlert tone="note">
            <p>That link has expired or was used already.</p>
            <Button asChild size="sm" variant="secondary">
              <PageLink to="/auth/forgot" state={location.state}>
                Send a new one
              </PageLink>
            </Button>
          </FormAlert>
        ) : mailedTo && status === "signed-out" ? (
          <FormAlert tone="success">
            <p className="font-semibold">Check your email</p>
            <p>
              If there is an account for {mailedTo}, a mail with six digits and a link is on its
              way.
            </p>
          </FormAlert>
        ) : null}
        <SetPasswordForm
          mailedTo={mailedTo}
          signedIn={status === "signed-in"}
          password={password}
          onPassword={setPassword}
          onDone={() => setDone(true)}
        />
      </div>
    </AuthFrame>
  );
}

function PasswordSet({ next }: { next: string }) {
  return (
    <AuthFrame
      title="Your password is set"
      lede={`Use it from now on. No one at ${business.name} sees it.`}
    >
      <div className="grid justify-items-start gap-5">
        <FormAlert tone="success">
          <p className="font-semibold">You are signed in with your new password.</p>
          <p>Every other device that was signed in has been signed out.</p>
        </FormAlert>
        <Button asChild className="h-12 text-base">
          <PageLink to={next}>Go to your dashboard</PageLink>
        </Button>
      </div>
    </AuthFrame>
  );
}

function mailedToIn(state: unknown): string {
  const mailedTo = (state as { mailedTo?: unknown } | null)?.mailedTo;
  return typeof mailedTo === "string" ? mailedTo : "";
}

export function meta() {
  return [{ title: pageTitle("Set a new password") }];
}
