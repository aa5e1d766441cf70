import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput } from "@components/ui/input";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

/** Booking is not open: who leaves an address gets a mail once it is. */
export function OpensSoon() {
  const [email, setEmail] = useState("");
  const wait = useMutation({
    mutationFn: async () => (await import("@api/bookings/places-held")).waitForSeason(email),
    networkMode: "always",
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (!wait.isPending) wait.mutate();
  }
  return (
    <section
      aria-labelledby="opens-soon-h"
      className="grid w-full max-w-md gap-3 rounded-card border border-line bg-sheet p-5"
    >
      <h2 id="opens-soon-h" className="text-xl">
        Booking opens soon
      </h2>
      {wait.data ? (
        <p role="status" className="text-sm wrap-anywhere">
          We will write to {wait.data.email} as soon as booking opens.
        </p>
      ) : (
        <form noValidate onSubmit={send} className="grid gap-3">
          <p className="text-sm text-muted">
            The days of the next season are not set yet. Leave your email, and we tell you once.
          </p>
          <Field label="Email">
            <EmailInput
              autoComplete="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          {wait.error ? <FormAlert tone="error">{wait.error.message}</FormAlert> : null}
          <Button type="submit" busy={wait.isPending} className="justify-self-start">
            Tell me
          </Button>
        </form>
      )}
    </section>
  );
}
