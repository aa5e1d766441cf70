import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { callbackProblem, problemAdvice, problemIn } from "@features/auth/arrival/callback-outcome";
import { AuthFrame } from "@features/auth/auth-frame";
import type { SignUpValues } from "@features/auth/form-schemas";
import { returnTo } from "@features/auth/return-to";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { business } from "@lib/site/published";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { EmailTab, type EmailView } from "./email-tab";
import { GoogleTab } from "./google-tab";
import { SecondFactor } from "./second-factor";

const EMPTY: SignUpValues = { fullName: "", email: "", password: "", confirmPassword: "" };
const LEDE =
  "See where your things are and change your dates. New here? An account takes a minute.";

/** Signing in and up. A signed-in user goes on to where they came from. */
export default function AuthPage() {
  const { status, user } = useSession();
  const location = useLocation();
  const [tab, setTab] = useState("email");
  const [view, setView] = useState<EmailView>("password");
  const [values, setValues] = useState(EMPTY);
  // The page is prerendered without a hash: mails to guests lead to #sign-up.
  useEffect(() => {
    if (location.hash === "#sign-up") setView("sign-up");
  }, [location.hash]);

  if (status === "signed-in") return <Navigate to={returnTo(location.state)} replace />;
  if (status === "second-factor") return <SecondFactor user={user} />;
  const problem = problemIn(location.state) ?? callbackProblem(location);

  function showEmail(next: EmailView) {
    setTab("email");
    setView(next);
  }

  return (
    <AuthFrame title={`Sign in to ${business.name}`} lede={LEDE} loading={status === "loading"}>
      <div className="grid gap-5">
        {problem ? (
          <FormAlert tone="note">
            <p>{problemAdvice(problem)}</p>
            {problem.kind === "expired" && view !== "code" ? (
              <Button size="sm" variant="secondary" onClick={() => showEmail("code")}>
                Send a new link
              </Button>
            ) : null}
          </FormAlert>
        ) : null}
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label="Way to sign in">
            <TabsTrigger value="google">Google</TabsTrigger>
            <TabsTrigger value="email">Email</TabsTrigger>
          </TabsList>
          <TabsContent value="google">
            <GoogleTab onUseEmail={() => showEmail("password")} />
          </TabsContent>
          <TabsContent value="email">
            <EmailTab
              values={values}
              onChange={(change) => setValues((now) => ({ ...now, ...change }))}
              view={view}
              onView={setView}
            />
          </TabsContent>
        </Tabs>
      </div>
    </AuthFrame>
  );
}

export function meta() {
  return [{ title: pageTitle("Sign in") }];
}
