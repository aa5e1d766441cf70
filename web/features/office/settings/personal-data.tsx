import {
  erasePerson,
  type PersonErasure,
  type PersonRequest,
  personData,
  personDataPdf,
  previewPersonErasure,
} from "@api/customers/person-data";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { useDataSession } from "@features/office/data-session";
import { saveFile } from "@lib/browser/save-file";
import { emailFault } from "@lib/forms/email";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";

/** The server's shortest word about identity (rule: own-data). */
const SHORTEST_CHECK = 3;

/** Answers a person who asks for their data or for its erasure. */
export function PersonalData() {
  const { via } = useDataSession();
  const [email, setEmail] = useState("");
  const [check, setCheck] = useState("");
  const [wrong, setWrong] = useState<{ email?: string; check?: string }>({});
  const [erasure, setErasure] = useState<PersonErasure | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const checkField = useRef<HTMLInputElement>(null);
  const request: PersonRequest = { email: email.trim(), identity_check: check.trim() };
  const json = useMutation({
    mutationFn: () => personData(request, via),
    networkMode: "always",
    onSuccess: ({ name, file }) => saveFile(name, file),
  });
  const pdf = useMutation({
    mutationFn: () => personDataPdf(request, via),
    networkMode: "always",
    onSuccess: ({ name, file }) => saveFile(name, file),
  });
  const preview = useMutation({
    mutationFn: () => previewPersonErasure(request.email, via),
    networkMode: "always",
    onSuccess: setErasure,
  });
  const steps = [json, pdf, preview];
  const busy = steps.some(({ isPending }) => isPending);
  const failure = steps.find(({ error }) => error)?.error;

  function start(step: { mutate: () => void }) {
    const unreadable = emailFault(request.email, "Enter the person's email address");
    const faults = {
      ...(unreadable ? { email: unreadable } : {}),
      ...(request.identity_check.length < SHORTEST_CHECK
        ? { check: "Say how you made sure that it is them" }
        : {}),
    };
    setWrong(faults);
    if (faults.email) return emailField.current?.focus();
    if (faults.check) return checkField.current?.focus();
    for (const one of steps) one.reset();
    step.mutate();
  }

  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Personal data</h2>
        <p className="max-w-[62ch] text-sm text-muted">
          For a customer, guest, parent or anyone else who asks for their data, or to be erased. We
          find their data by email address. Each request is in the history, with how you checked.
        </p>
      </div>
      <Field label="Email address" error={wrong.email} required>
        <Input
          ref={emailField}
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Field
        label="How you checked who they are"
        hint="Such as: called back at the number of the booking. Without names or numbers."
        error={wrong.check}
        required
      >
        <Input
          ref={checkField}
          autoComplete="off"
          maxLength={300}
          value={check}
          onChange={({ target }) => setCheck(target.value)}
        />
      </Field>
      {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={pdf.isPending} disabled={busy} onClick={() => start(pdf)}>
          Download PDF
        </Button>
        <Button
          variant="secondary"
          busy={json.isPending}
          disabled={busy}
          onClick={() => start(json)}
        >
          Download JSON
        </Button>
        <Button
          variant="destructive"
          busy={preview.isPending}
          disabled={busy}
          onClick={() => start(preview)}
        >
          Erase this person
        </Button>
      </div>
      {erasure ? (
        <ErasePersonDialog
          request={request}
          erasure={erasure}
          onClose={() => setErasure(null)}
          onErased={() => {
            setErasure(null);
            setEmail("");
            setCheck("");
          }}
        />
      ) : null}
    </Card>
  );
}

interface ErasePersonDialogProps {
  request: PersonRequest;
  erasure: PersonErasure;
  onClose: () => void;
  onErased: () => void;
}

function ErasePersonDialog({ request, erasure, onClose, onErased }: ErasePersonDialogProps) {
  const { via } = useDataSession();
  const formId = useId();
  const [confirm, setConfirm] = useState("");
  const [wrong, setWrong] = useState("");
  const erase = useMutation({
    mutationFn: () => erasePerson({ ...request, confirm: confirm.trim() }, via),
    networkMode: "always",
    onSuccess: () => {
      toast.success("The person is erased", {
        description: "Invoices, counts and dates stay, without a name. They get one last email.",
      });
      onErased();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const matches = confirm.trim().toLowerCase() === request.email.toLowerCase();
    setWrong(matches ? "" : "Type the address once more");
    if (matches && !erase.isPending) erase.mutate();
  }

  const { allowed, reasons, open_bookings: codes } = erasure;
  return (
    <Dialog open onOpenChange={(open) => !open && !erase.isPending && onClose()}>
      <DialogContent
        title={allowed ? `Erase ${request.email}?` : "Not yet"}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">{allowed ? "Cancel" : "Close"}</Button>
            </DialogClose>
            {allowed ? (
              <Button type="submit" form={formId} variant="destructive" busy={erase.isPending}>
                Erase for good
              </Button>
            ) : null}
          </>
        }
      >
        {allowed ? (
          <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
            <p className="text-muted">
              The name, addresses, numbers, comments and messages go, in every booking. Invoices,
              payments, dates and counts stay, without a name. You cannot undo this.
            </p>
            {codes.length > 0 ? (
              <FormAlert tone="note">
                {`Cancelled with it: ${codes.join(", ")}. The customer is told.`}
              </FormAlert>
            ) : null}
            <Field label="The address once more" error={wrong} required>
              <Input
                type="email"
                autoComplete="off"
                spellCheck={false}
                value={confirm}
                onChange={({ target }) => {
                  setConfirm(target.value);
                  setWrong("");
                }}
              />
            </Field>
          </form>
        ) : (
          <div className="grid gap-3">
            <p className="text-muted">What has to be settled first, as the customer reads it:</p>
            <FormAlert tone="note">
              {reasons.map((one) => (
                <p key={one}>{one}</p>
              ))}
            </FormAlert>
          </div>
        )}
        {erase.error ? <FormAlert tone="error">{toApiError(erase.error).message}</FormAlert> : null}
      </DialogContent>
    </Dialog>
  );
}
