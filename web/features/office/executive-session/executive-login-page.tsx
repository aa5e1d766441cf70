import { IsoScene } from "@components/illustration/iso-scene";
import { keyOnTag } from "@components/illustration/scenes";
import { FactorChallenge } from "@components/second-factor/factor-challenge";
import { Logo } from "@components/site/logo";
import { PageLink } from "@components/site/page-link";
import { ThemeMenu } from "@components/site/theme-menu";
import { Card } from "@components/ui/card";
import { ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { pageTitle } from "@lib/site/page-title";
import { business } from "@lib/site/published";
import { toast } from "@lib/toast";
import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, type Path, useLocation } from "react-router";
import { EXECUTIVE_SESSION, useExecutive } from "./executive-session";
import { LoginForm } from "./login-form";

const DASHBOARD = "/executive-dashboard";

/** The executives' sign-in. A signed-in executive goes on to the dashboard. */
export default function ExecutiveLoginPage() {
  const { state, forget } = useExecutive();
  const location = useLocation();
  const tried = useRef(false);

  if (state.status === "in") {
    const from = (location.state as { from?: Path } | null)?.from;
    return <Entered to={from ?? DASHBOARD} greet={tried.current} />;
  }
  if (state.status === "second-factor") {
    return (
      <Frame title="One more step" lede="Your password is correct. Now the second step.">
        <FactorChallenge
          user={state.user}
          storageKey={EXECUTIVE_SESSION}
          onDone={() => {
            tried.current = true;
          }}
        />
      </Frame>
    );
  }
  return (
    <Frame
      title="Executive sign-in"
      lede="The season's bookings and figures. A session of its own that ends after 24 hours."
    >
      {state.status === "loading" && state.unreachable ? (
        <ServerUnreachable />
      ) : state.status === "signed-out" || tried.current ? (
        <LoginForm
          why={state.status === "signed-out" ? state.why : null}
          onTry={() => {
            tried.current = true;
            forget();
          }}
        />
      ) : (
        <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-muted">
          <Spinner />
          Loading...
        </p>
      )}
    </Frame>
  );
}

/** Goes on, and says so where the sign-in happened here. */
function Entered({ to, greet }: { to: string | Partial<Path>; greet: boolean }) {
  useEffect(() => {
    if (greet) toast.success("Login successful", { id: "executive-login" });
  }, [greet]);
  return <Navigate to={to} replace />;
}

function Frame({ title, lede, children }: { title: string; lede: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="container-page flex items-center justify-between py-4">
        <PageLink to="/" aria-label={`${business.name} home`}>
          <Logo />
        </PageLink>
        <ThemeMenu />
      </header>
      <main
        id="main"
        className="container-page grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-8 py-6 md:grid-cols-[5fr_7fr] md:py-16 lg:gap-20"
      >
        <div className="grid content-start gap-4 md:pt-6">
          <h1 className="display-1 max-md:text-3xl">{title}</h1>
          <p className="max-w-[38ch] text-muted">{lede}</p>
          <IsoScene scene={keyOnTag} className="mt-4 h-auto w-56 max-md:hidden" />
        </div>
        <Card className="w-full max-w-[480px] self-start max-md:mx-auto sm:p-8 md:justify-self-end">
          {children}
        </Card>
      </main>
    </div>
  );
}

export function meta() {
  return [{ title: pageTitle("Executive sign-in") }, { name: "robots", content: "noindex" }];
}
