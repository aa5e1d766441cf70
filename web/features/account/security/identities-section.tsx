import { useGoogleAvailable } from "@api/customers/auth-settings";
import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { ConfirmDialog } from "@features/account/confirm-dialog";
import { Section } from "@features/account/section";
import { useRereadAccount } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { toast } from "@lib/toast";
import type { User, UserIdentity } from "@supabase/auth-js";
import { useState } from "react";

const NAMES: Record<string, string> = { email: "Email", phone: "Phone", google: "Google" };

/** The ways into this account: one's own address, and Google. */
export function IdentitiesSection({ user }: { user: User | undefined }) {
  const reread = useRereadAccount();
  const connecting = useAttempt("Connecting Google");
  const removal = useAttempt("Disconnecting an account");
  const [removing, setRemoving] = useState<UserIdentity | null>(null);
  const google = useGoogleAvailable();
  const identities = user?.identities ?? [];
  const connected = identities.some(({ provider }) => provider === "google");

  function connect() {
    return connecting.attempt(async (auth) => {
      const { error } = await auth.linkIdentity({
        provider: "google",
        options: { redirectTo: `${window.location.origin}/auth/callback?flow=link` },
      });
      if (error) throw error;
    });
  }

  async function disconnect(identity: UserIdentity) {
    const isDone = await removal.attempt(async (auth) => {
      const { error } = await auth.unlinkIdentity(identity);
      if (error) throw error;
      await auth.refreshSession();
      await reread();
    });
    if (!isDone) return;
    setRemoving(null);
    toast.success(`${nameOf(identity)} disconnected`);
  }

  return (
    <Section
      id="connected"
      title="Connected accounts"
      about="Ways to sign in to this account. There is always at least one."
      loading={!user}
    >
      <div className="grid gap-5">
        <ul className="divide-y divide-line border-y border-line">
          {identities.map((identity) => (
            <li key={identity.identity_id} className="flex items-center gap-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{nameOf(identity)}</p>
                <p className="text-xs text-muted wrap-anywhere">{addressOf(identity)}</p>
              </div>
              {identity.provider === "google" ? (
                <Button
                  variant="ghost"
                  aria-label="Disconnect Google"
                  onClick={() => {
                    removal.forget();
                    setRemoving(identity);
                  }}
                >
                  Disconnect
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        <AuthProblem
          failure={connecting.failure}
          fallback="Google could not be connected. Please try again."
        />
        {connected ? null : google.data === false ? (
          <p className="text-muted">Google sign-in isn't switched on here yet.</p>
        ) : (
          <Button
            variant="secondary"
            busy={connecting.busy}
            onClick={connect}
            className="justify-self-start"
          >
            Connect Google
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={removing ? `Disconnect ${nameOf(removing)}?` : ""}
        action="Disconnect"
        busy={removal.busy}
        failure={removal.failure}
        onConfirm={() => removing && void disconnect(removing)}
      >
        You can no longer sign in with it. Your bookings and your other ways to sign in stay.
      </ConfirmDialog>
    </Section>
  );
}

function nameOf({ provider }: UserIdentity): string {
  return NAMES[provider] ?? provider;
}

function addressOf({ identity_data }: UserIdentity): string {
  const { email, phone } = identity_data ?? {};
  return [email, phone].find((value) => typeof value === "string" && value) ?? "";
}
