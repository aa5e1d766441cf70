import { useGoogleAvailable } from "@api/customers/auth-settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { authClient } from "@lib/auth/client";
import { GOOGLE_FAILED } from "@lib/auth/failure";
import { useState } from "react";

/** Leaves for Google, and comes back to /auth/callback. Off: says so and points to the other tab. */
export function GoogleTab({ onUseEmail }: { onUseEmail: () => void }) {
  const available = useGoogleAvailable();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const off = available.data === false;

  async function leave() {
    setFailed(false);
    setBusy(true);
    try {
      const on = available.data ?? (await available.refetch({ throwOnError: true })).data;
      if (on) {
        const auth = await authClient();
        const { error } = await auth.signInWithOAuth({
          provider: "google",
          options: {
            redirectTo: `${window.location.origin}/auth/callback`,
            queryParams: { access_type: "offline", prompt: "consent" },
          },
        });
        if (error) throw error;
        return;
      }
    } catch (error) {
      console.error("Google sign-in failed:", error);
      setFailed(true);
    }
    setBusy(false);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        One tap, no password to remember. We only read your name and email address.
      </p>
      <Button
        variant="secondary"
        className="h-12 text-base"
        busy={busy}
        disabled={off}
        aria-describedby={off ? "google-off" : undefined}
        onClick={leave}
      >
        <GoogleMark />
        Continue with Google
      </Button>
      {failed ? <FormAlert tone="error">{GOOGLE_FAILED}</FormAlert> : null}
      {off ? (
        <FormAlert tone="note">
          <p id="google-off">Google sign-in isn't switched on here yet. Your email works today.</p>
          <Button size="sm" variant="secondary" onClick={onUseEmail}>
            Use email instead
          </Button>
        </FormAlert>
      ) : null}
    </div>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.5 12.2c0-.8-.1-1.5-.2-2.2H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2-2 3.2-4.8 3.2-8.2Z"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8c-1 .7-2.200 1-3.700 1-2.900 0-5.300-1.900-6.200-4.500H2.200V17A11 11 0 0 0 12 23Z"
      />
      <path
        fill="#fbbc05"
        d="M5.8 14.1a6.6 6.6 0 0 1 0-4.200V7H2.200a11 11 0 0 0 0 9.900l3.600-2.800Z"
      />
      <path
        fill="#ea4335"
        d="M12 5.400c1.600 0 3 .5 4.200 1.600l3.200-3.100A11 11 0 0 0 2.200 7l3.600 2.900C6.700 7.300 9.100 5.400 12 5.400Z"
      />
    </svg>
  );
}
