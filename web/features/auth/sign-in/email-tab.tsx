import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import type { SignUpValues } from "@features/auth/form-schemas";
import { MailAgain } from "@features/auth/mail-again";
import { MailedCodeForm } from "@features/auth/mailed-code-form";
import { useState } from "react";
import { CodeSignIn } from "./code-sign-in";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";

/** Signing in with a password or with a mailed code, or signing up. */
export type EmailView = "password" | "code" | "sign-up";

export interface EmailTabProps {
  values: SignUpValues;
  onChange: (change: Partial<SignUpValues>) => void;
  view: EmailView;
  onView: (view: EmailView) => void;
}

/** Signing in and signing up with an address; what was typed survives going back and forth. */
export function EmailTab({ values, onChange, view, onView }: EmailTabProps) {
  const [mailedTo, setMailedTo] = useState("");

  function mailSent(email: string) {
    setMailedTo(email);
    onChange({ password: "", confirmPassword: "" });
  }

  return (
    <Tabs
      value={view === "sign-up" ? "sign-up" : "sign-in"}
      onValueChange={(tab) => onView(tab === "sign-up" ? "sign-up" : "password")}
    >
      <TabsList aria-label="Sign in or sign up">
        <TabsTrigger value="sign-in">Sign In</TabsTrigger>
        <TabsTrigger value="sign-up">Sign Up</TabsTrigger>
      </TabsList>
      <TabsContent value="sign-in">
        {view === "code" ? (
          <CodeSignIn
            email={values.email}
            onChange={(email) => onChange({ email })}
            onUsePassword={() => onView("password")}
          />
        ) : (
          <SignInForm values={values} onChange={onChange} onUseCode={() => onView("code")} />
        )}
      </TabsContent>
      <TabsContent value="sign-up">
        {mailedTo ? (
          <div className="grid justify-items-start gap-5">
            <FormAlert tone="success">
              <p className="font-semibold">
                Check your email for a confirmation link to complete your signup!
              </p>
              <p>We sent it to {mailedTo}. No mail after a minute? Look in your spam folder.</p>
              <MailAgain email={mailedTo} />
            </FormAlert>
            <MailedCodeForm email={mailedTo} kind="signup" label="Or type the code from the mail" />
            <Button variant="link" onClick={() => setMailedTo("")}>
              Use another address
            </Button>
          </div>
        ) : (
          <SignUpForm values={values} onChange={onChange} onMailSent={mailSent} />
        )}
      </TabsContent>
    </Tabs>
  );
}
