import { FormAlert } from "@components/form-alert";
import { Settled } from "@components/settled";
import { Code } from "@components/ui/code";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { needsSecondFactor } from "@lib/auth/assurance";
import { failureWords } from "@lib/auth/failure";
import type { Profile } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { useLocation } from "react-router";
import { AccountHeader } from "./account-header";
import { DevicesSection } from "./contact/devices-section";
import { EmailSection } from "./contact/email-section";
import { NameSection } from "./contact/name-section";
import { PhoneSection } from "./contact/phone-section";
import { OwnDataSection } from "./own-data/own-data-section";
import { SectionLinks } from "./section-links";
import { FactorsSection } from "./security/factors-section";
import { IdentitiesSection } from "./security/identities-section";
import { PasswordSection } from "./security/password-section";
import { SessionsSection } from "./security/sessions-section";
import { isUnreachable, useOwnAccount } from "./use-own-account";

/** Account settings, for customers and staff alike. The gate lets only signed-in people through. */
export default function AccountPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Account
      profile={session.profile}
      provisional={session.provisional}
      lacksFactor={needsSecondFactor(session.user, session.profile)}
    />
  );
}

interface AccountProps {
  profile: Profile;
  provisional: boolean;
  /** The role counts only once a second step is there. */
  lacksFactor: boolean;
}

function Account({ profile, provisional, lacksFactor }: AccountProps) {
  const { state } = useLocation();
  const { error, failureReason } = useOwnAccount();
  const problem = problemWords(state);
  // The first failed attempt says so, while the next one is under way.
  const failure = error ?? failureReason;
  const away = provisional || (failure !== null && isUnreachable(failure));
  return (
    <>
      <AccountHeader />
      <main className="container-page grid gap-8 py-8 pb-16 sm:py-10 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-12">
        <div className="grid content-start gap-4 lg:col-span-2">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="text-2xl sm:text-3xl">Your account</h1>
            {profile.customer_id ? <Code>{profile.customer_id}</Code> : null}
          </div>
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
          {lacksFactor ? (
            <FormAlert tone="note">
              <p>
                Your role needs a second step.{" "}
                <a className="underline underline-offset-4" href="#second-step">
                  Add one below
                </a>
                . Until then you see what a customer sees.
              </p>
            </FormAlert>
          ) : null}
          {away ? <ServerUnreachable /> : null}
        </div>
        <SectionLinks />
        <Settled instead={<SectionsSkeleton />}>
          <Sections profile={profile} away={away} />
        </Settled>
      </main>
    </>
  );
}

/** The settings' shape while they are still being read. */
function SectionsSkeleton() {
  return (
    <div className="grid max-w-3xl content-start gap-6">
      <p role="status" className="sr-only">
        Loading your account
      </p>
      {["name", "email", "phone", "password"].map((part) => (
        <Skeleton key={part} className="h-44 rounded-card" />
      ))}
    </div>
  );
}

function Sections({ profile, away }: { profile: Profile; away: boolean }) {
  const account = useOwnAccount();
  const user = account.data;
  return (
    <div className="grid max-w-3xl gap-6">
      <NameSection profile={profile} />
      {account.error && !user && !away ? (
        <ErrorState
          title="Your account could not be read"
          onRetry={() => void account.refetch()}
          retrying={account.isFetching}
        >
          {failureWords(account.error, "")}
        </ErrorState>
      ) : (
        <>
          <EmailSection user={user} />
          <PhoneSection user={user} />
          <PasswordSection user={user} />
          <FactorsSection user={user} />
          <IdentitiesSection user={user} />
        </>
      )}
      <DevicesSection />
      <SessionsSection away={away} />
      <OwnDataSection customer={profile.role === "customer"} />
    </div>
  );
}

/** What the callback handed over: a link or a connection that failed. */
function problemWords(state: unknown): string {
  const problem = (state as { problem?: { kind?: unknown; code?: unknown } } | null)?.problem;
  if (!problem) return "";
  if (problem.kind === "expired") {
    return "That link has expired or was already used. Send the emails again below.";
  }
  const code = typeof problem.code === "string" ? { code: problem.code } : {};
  return failureWords(code, "Nothing was changed. Please try again.");
}

export function meta() {
  return [{ title: pageTitle("Your account") }];
}
