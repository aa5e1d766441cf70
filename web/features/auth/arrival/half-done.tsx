import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { AuthFrame } from "@features/auth/auth-frame";

/** After the first of an e-mail change's two links: which mailbox is left. */
export function HalfDone({ signedIn }: { signedIn: boolean }) {
  return (
    <AuthFrame
      title="One mailbox left"
      lede="This mailbox has confirmed. The change takes effect once the other one has too."
    >
      <div className="grid justify-items-start gap-5">
        <p>
          We mailed your old and your new address. Now open the mail in the <strong>other</strong>{" "}
          mailbox and open its link too. Then you sign in with the new address.
        </p>
        <p className="text-sm text-muted">
          No email there? Look in your spam folder, or send it again from your account.
        </p>
        <Button asChild className="h-12 text-base">
          {signedIn ? (
            <PageLink to="/account">Back to your account</PageLink>
          ) : (
            <PageLink to="/auth" state={{ from: { pathname: "/account" } }}>
              Sign in to your account
            </PageLink>
          )}
        </Button>
      </div>
    </AuthFrame>
  );
}
