import type { ErasurePreview } from "@api/commands.types";
import { eraseMe, ownDataKeys, previewErasure } from "@api/customers/own-data";
import { toApiError } from "@api/errors";
import { AuthProblem } from "@components/auth-problem";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { CodeInput } from "@components/ui/code-input";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { isUnreachable, useOwnId } from "@features/account/use-own-account";
import type { Auth } from "@lib/auth/client";
import { CODE_LENGTH } from "@lib/auth/mailed-code";
import { signOut } from "@lib/auth/session";
import { useAttempt } from "@lib/auth/use-attempt";
import { formatCents } from "@lib/format/money";
import { rule, SHORT_CODE } from "@lib/forms/schema";
import { priceReading } from "@lib/forms/use-price";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { business } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";

const GOES = [
  "Your name, email, phone and addresses, in every booking too",
  "Your ways to sign in and your second steps; you are signed out everywhere",
  "Your comments, your list of items, and the messages we sent you",
];
const STAYS = [
  "Invoices and payments, as the law asks",
  "Dates, and how many items were picked up",
];

export interface EraseDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What deleting the account does, why it may not be done yet, and the last question. */
export function EraseDialog({ open, onOpenChange }: EraseDialogProps) {
  const id = useOwnId();
  const formId = useId();
  const { busy, failure, attempt, forget } = useAttempt("Deleting the account");
  const preview = useQuery({
    queryKey: ownDataKeys.erasure(id),
    queryFn: () => previewErasure(),
    enabled: open,
    // What holds it up may have been settled a moment ago, in another tab.
    ...priceReading,
  });
  const erasure = preview.data;
  const allowed = erasure?.allowed === true;

  function toggle(next: boolean) {
    if (busy) return;
    forget();
    onOpenChange(next);
  }

  return (
    <Dialog open={open} onOpenChange={toggle}>
      <DialogContent
        title={erasure && !allowed ? "Your account can't be deleted yet" : "Delete your account?"}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">{allowed ? "Keep my account" : "Close"}</Button>
            </DialogClose>
            {allowed ? (
              <Button type="submit" form={formId} variant="destructive" busy={busy}>
                Delete for good
              </Button>
            ) : null}
          </>
        }
      >
        {erasure ? (
          <div className="grid gap-5">
            {allowed ? null : <Reasons reasons={erasure.reasons} />}
            <Consequences />
            {allowed ? (
              <EraseForm
                formId={formId}
                erasure={erasure}
                attempt={attempt}
                onChanged={() => void preview.refetch()}
              />
            ) : null}
            <AuthProblem
              failure={failure}
              fallback="Your account could not be deleted. Please try again."
            />
          </div>
        ) : preview.error ? (
          isUnreachable(preview.error) ? (
            <ServerUnreachable />
          ) : (
            <ErrorState
              title="We could not look this up"
              onRetry={() => void preview.refetch()}
              retrying={preview.isFetching}
            />
          )
        ) : (
          <div className="grid gap-3" role="status">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <FormAlert tone="note">
      {reasons.map((one) => (
        <p key={one}>{one}</p>
      ))}
    </FormAlert>
  );
}

function Consequences() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Consequence title="This goes" points={GOES} />
      <Consequence title="This stays, without your name" points={STAYS} />
    </div>
  );
}

function Consequence({ title, points }: { title: string; points: string[] }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted">
        {points.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}

/** The code where one is needed, then the word; one message at a time. */
const eraseSchema = ({ needs_code, confirm }: ErasurePreview) =>
  z.object({ code: z.string(), confirm: z.string().check(z.trim(), z.toUpperCase()) }).check(
    rule(({ code }) => !needs_code || code.length === CODE_LENGTH, "code", SHORT_CODE),
    rule((typed) => typed.confirm === confirm, "confirm", `Type ${confirm} in this field`),
  );

interface EraseFormProps {
  formId: string;
  erasure: ErasurePreview;
  attempt: (step: (auth: Auth) => Promise<void>) => Promise<boolean>;
  /** what was shown is not true any more */
  onChanged: () => void;
}

function EraseForm({ formId, erasure, attempt, onChanged }: EraseFormProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const erased = useRef(false);

  // Once this page is gone: signing out behind a gate would lead to /auth instead.
  useEffect(
    () => () => {
      if (erased.current) void signOut().then(() => queries.clear());
    },
    [queries],
  );

  const { register, setFocus, errorOf, onSubmit } = useSchemaForm({
    schema: eraseSchema(erasure),
    defaultValues: { code: "", confirm: "" },
    onSend: ({ code }) =>
      attempt(async () => {
        try {
          await eraseMe({ confirm: erasure.confirm, feeCents: erasure.fee_cents, code });
        } catch (thrown) {
          if (toApiError(thrown).status === 409) onChanged();
          throw thrown;
        }
        erased.current = true;
        toast.success("Your account is deleted", {
          description: "We send you one last email to confirm it. Thank you for storing with us.",
          duration: 10_000,
        });
        await navigate("/", { replace: true });
      }),
  });

  return (
    <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
      <Costs erasure={erasure} />
      {erasure.needs_code ? (
        <CodeFields
          input={register("code")}
          error={errorOf("code")}
          onSent={() => setFocus("code")}
        />
      ) : null}
      <Field label={`Type ${erasure.confirm} to confirm`} error={errorOf("confirm")}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          className="max-w-60"
          {...register("confirm")}
        />
      </Field>
    </form>
  );
}

function Costs({ erasure }: { erasure: ErasurePreview }) {
  const codes = erasure.open_bookings;
  if (codes.length === 0 && erasure.credit_cents === 0) return null;
  return (
    <FormAlert tone="note">
      {codes.length > 0 ? (
        <p>
          {codes.length === 1 ? `Booking ${codes[0]} is` : `Bookings ${codes.join(", ")} are`}{" "}
          cancelled with it, free of charge.
        </p>
      ) : null}
      {erasure.credit_cents > 0 ? (
        <p>
          Your credit of {formatCents(erasure.credit_cents)} goes too. Write to {business.email} to
          have it paid back first.
        </p>
      ) : null}
    </FormAlert>
  );
}

interface CodeFieldsProps {
  input: ComponentProps<"input">;
  error: string | undefined;
  onSent: () => void;
}

/** The sign-in was long ago: six digits show once more who is there. */
function CodeFields({ input, error: wrong, onSent }: CodeFieldsProps) {
  const sending = useAttempt("Sending a code");
  const [isSent, setSent] = useState(false);

  async function send() {
    const isDone = await sending.attempt(async (auth) => {
      const { error } = await auth.reauthenticate();
      if (error) throw error;
    });
    if (!isDone) return;
    setSent(true);
    onSent();
  }

  return (
    <div className="grid gap-3">
      <Field
        label="Code we send you"
        hint="You signed in a while ago, so we ask once more that it is you."
        error={wrong}
      >
        <div className="flex flex-wrap items-center gap-3">
          <CodeInput required {...input} />
          <Button variant={isSent ? "ghost" : "secondary"} busy={sending.busy} onClick={send}>
            {isSent ? "Send another code" : "Send me a code"}
          </Button>
        </div>
      </Field>
      <AuthProblem
        failure={sending.failure}
        fallback="The code could not be sent. Please try again."
      />
    </div>
  );
}
