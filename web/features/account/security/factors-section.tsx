import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { ConfirmDialog } from "@features/account/confirm-dialog";
import { Section } from "@features/account/section";
import { useRereadAccount } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { formatInstant } from "@lib/format/dates";
import { toast } from "@lib/toast";
import type { Factor, User } from "@supabase/auth-js";
import { Fingerprint, MessageSquareText, Smartphone } from "lucide-react";
import { useState } from "react";
import { type FactorKind, factorKind, factorTitle, verifiedFactors } from "./factor-words";
import { PasskeyDialog } from "./passkey-dialog";
import { PhoneFactorDialog } from "./phone-factor-dialog";
import { TotpDialog } from "./totp-dialog";

const ICONS: Record<FactorKind, typeof Smartphone> = {
  totp: Smartphone,
  webauthn: Fingerprint,
  phone: MessageSquareText,
};

/** The second steps of signing in: listed, added, removed. */
export function FactorsSection({ user }: { user: User | undefined }) {
  const reread = useRereadAccount();
  const [adding, setAdding] = useState<FactorKind | null>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const removal = useAttempt("Removing a second step");
  const factors = verifiedFactors(user?.factors);

  async function remove(factor: Factor) {
    const removed = await removal.attempt(async (auth) => {
      const { error } = await auth.mfa.unenroll({ factorId: factor.id });
      if (error) throw error;
      // The session loses its level with the factor: its next token says so.
      await auth.refreshSession();
      await reread();
    });
    if (!removed) return;
    setRemoving(null);
    toast.success("Second step removed");
  }

  const dialog = {
    factors: user?.factors ?? [],
    onOpenChange: (open: boolean) => {
      if (!open) setAdding(null);
    },
    onAdded: async () => {
      setAdding(null);
      toast.success("Second step added", {
        description: "We ask for it the next time you sign in.",
      });
      await reread();
    },
  };

  return (
    <Section
      id="second-step"
      title="Second step"
      about="After your password, we ask for something only you have. A stolen password alone is then not enough."
      loading={!user}
    >
      <div className="grid gap-5">
        {factors.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {factors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                onRemove={() => {
                  removal.forget();
                  setRemoving(factor);
                }}
              />
            ))}
          </ul>
        ) : (
          <p>
            <Badge tone="outline">Off</Badge>
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setAdding("totp")}>
            <Smartphone aria-hidden="true" />
            Add an authenticator app
          </Button>
          <Button variant="secondary" onClick={() => setAdding("webauthn")}>
            <Fingerprint aria-hidden="true" />
            Add a passkey
          </Button>
          <Button variant="secondary" onClick={() => setAdding("phone")}>
            <MessageSquareText aria-hidden="true" />
            Add a phone
          </Button>
        </div>
      </div>
      <TotpDialog open={adding === "totp"} {...dialog} />
      <PasskeyDialog open={adding === "webauthn"} {...dialog} />
      <PhoneFactorDialog open={adding === "phone"} {...dialog} />
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={removing ? `Remove ${factorTitle(removing)}?` : ""}
        action="Remove"
        busy={removal.busy}
        failure={removal.failure}
        onConfirm={() => removing && void remove(removing)}
      >
        {factors.length > 1
          ? "It can no longer be used to sign in. Your other second steps stay."
          : "After that, your password alone opens your account."}
      </ConfirmDialog>
    </Section>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const Icon = ICONS[factor.factor_type as FactorKind] ?? Smartphone;
  return (
    <li className="flex items-center gap-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{factorTitle(factor)}</p>
        <p className="text-xs text-muted">
          {factorTitle(factor) === factorKind(factor) ? "Added " : `${factorKind(factor)}, added `}
          {formatInstant(factor.created_at)}
        </p>
      </div>
      <Button variant="ghost" aria-label={`Remove ${factorTitle(factor)}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
