import { IsoScene } from "@components/illustration/iso-scene";
import { keyOnTag } from "@components/illustration/scenes";
import { Card } from "@components/ui/card";
import { Spinner } from "@components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { useSession } from "@lib/session";
import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { type CallbackProblem, PROBLEM_ADVICE } from "./callback-outcome";
import { EmailTab } from "./email-tab";
import { FormAlert } from "./form-alert";
import type { SignUpValues } from "./form-rules";
import { GoogleTab } from "./google-tab";
import { returnTo } from "./return-to";

const EMPTY: SignUpValues = { fullName: "", email: "", password: "", confirmPassword: "" };

/** Signing in and up. Whoever is signed in already goes on to where they came from. */
export default function AuthPage() {
  const { status } = useSession();
  const { state } = useLocation();
  const [tab, setTab] = useState("email");
  const [values, setValues] = useState(EMPTY);
  const problem = problemIn(state);

  if (status === "signed-in") return <Navigate to={returnTo(state)} replace />;
  return (
    <div className="container-page grid gap-10 py-10 md:grid-cols-[5fr_7fr] md:items-start md:py-16 lg:gap-20">
      <div className="grid gap-4 md:pt-6">
        <h1 className="display-1 max-md:text-3xl">Sign in to Summerstow</h1>
        <p className="max-w-[38ch] text-muted max-md:text-sm">
          See where your things are and change your dates. New here? An account takes a minute.
        </p>
        <IsoScene scene={keyOnTag} className="mt-4 h-auto w-56 max-md:hidden lg:w-64" />
      </div>
      <Card className="w-full max-w-[480px] max-md:mx-auto sm:p-8 md:justify-self-end">
        {status === "loading" ? (
          <p role="status" className="flex min-h-96 items-center justify-center gap-3 text-muted">
            <Spinner />
            Loading...
          </p>
        ) : (
          <div className="grid gap-5">
            {problem ? <FormAlert tone="note">{PROBLEM_ADVICE[problem]}</FormAlert> : null}
            <Tabs value={tab} onValueChange={setTab}>
              <TabsList aria-label="Way to sign in">
                <TabsTrigger value="google">Google</TabsTrigger>
                <TabsTrigger value="email">Email</TabsTrigger>
              </TabsList>
              <TabsContent value="google">
                <GoogleTab onUseEmail={() => setTab("email")} />
              </TabsContent>
              <TabsContent value="email">
                <EmailTab
                  values={values}
                  onChange={(change) => setValues((now) => ({ ...now, ...change }))}
                />
              </TabsContent>
            </Tabs>
          </div>
        )}
      </Card>
    </div>
  );
}

function problemIn(state: unknown): CallbackProblem | null {
  const problem = (state as { problem?: unknown } | null)?.problem;
  return problem === "expired" || problem === "refused" ? problem : null;
}

export function meta() {
  return [{ title: "Sign in · Summerstow" }];
}
