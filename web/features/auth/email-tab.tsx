import { Button } from "@components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { useState } from "react";
import { FormAlert } from "./form-alert";
import type { SignUpValues } from "./form-rules";
import { MailAgain } from "./mail-again";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";

export interface EmailTabProps {
  values: SignUpValues;
  onChange: (change: Partial<SignUpValues>) => void;
}

/** Signing in and signing up with an address; what was typed survives going back and forth. */
export function EmailTab({ values, onChange }: EmailTabProps) {
  const [tab, setTab] = useState("sign-in");
  const [mailedTo, setMailedTo] = useState("");

  function mailSent(email: string) {
    setMailedTo(email);
    onChange({ password: "", confirmPassword: "" });
  }

  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabsList aria-label="Sign in or sign up">
        <TabsTrigger value="sign-in">Sign In</TabsTrigger>
        <TabsTrigger value="sign-up">Sign Up</TabsTrigger>
      </TabsList>
      <TabsContent value="sign-in">
        <SignInForm values={values} onChange={onChange} />
      </TabsContent>
      <TabsContent value="sign-up">
        {mailedTo ? (
          <div className="grid justify-items-start gap-4">
            <FormAlert tone="success">
              <p className="font-semibold">
                Check your email for a confirmation link to complete your signup!
              </p>
              <p>We sent it to {mailedTo}. No mail after a minute? Look in your spam folder.</p>
              <MailAgain email={mailedTo} />
            </FormAlert>
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
