import type { Distance } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { cn } from "@lib/cn";
import { money } from "@lib/site/fact-words";
import { terms } from "@lib/site/published";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, MapPin, Route } from "lucide-react";
import { type FormEvent, useId, useState } from "react";

export interface AddressCheckProps {
  campus: {
    id: number;
    name: string;
    address: { postal_code: string };
    residences: readonly { name: string }[];
  };
}

/** Is it within the free radius? A residence by its name, or a postal code; the server measures. */
export function AddressCheck({ campus }: AddressCheckProps) {
  const list = useId();
  const [place, setPlace] = useState("");
  const [missing, setMissing] = useState(false);
  const check = useMutation({
    mutationFn: async (query: string) =>
      (await import("@api/bookings/places")).checkAddress(campus.id, query),
  });
  const failed = check.error ? toApiError(check.error) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!place.trim());
    if (place.trim()) check.mutate(place);
  }
  return (
    <section className="section-y bg-mist" id="address" aria-labelledby="address-h">
      <div className="container-page grid gap-8 md:grid-cols-[5fr_7fr] md:gap-12">
        <div className="grid content-start gap-3">
          <h2 id="address-h" className="text-3xl">
            Is your address in our free area?
          </h2>
          <p className="text-muted">
            Within {terms.free_radius_miles} miles of {campus.name}, pickup and return are free.
            Beyond that, {money.outsidePerMile} a mile, at least {money.outsideMinimum}.
          </p>
        </div>
        <div className="grid content-start gap-4">
          <form onSubmit={submit} className="flex flex-wrap items-start gap-x-3" noValidate>
            <Field
              label="Residence or postal code"
              className="min-w-44 flex-1"
              {...(missing ? { error: "Enter a residence or a postal code first." } : {})}
            >
              <Input
                name="place"
                value={place}
                list={list}
                maxLength={200}
                autoComplete="postal-code"
                placeholder={`${campus.residences[0]?.name ?? "Residence"}, or ${campus.address.postal_code}`}
                onChange={({ target }) => setPlace(target.value)}
              />
            </Field>
            <datalist id={list}>
              {campus.residences.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <Button
              type="submit"
              variant="pine"
              busy={check.isPending}
              className="mt-[1.8rem] h-12 lg:h-11"
            >
              Check
            </Button>
          </form>
          <div aria-live="polite" className="min-h-28">
            {failed ? (
              failed.unreachable ? (
                <ServerUnreachable />
              ) : (
                <ErrorState
                  title="We could not check that"
                  onRetry={() => check.mutate(place)}
                  retrying={check.isPending}
                >
                  {failed.message}
                </ErrorState>
              )
            ) : check.data ? (
              <Verdict checked={check.data} />
            ) : (
              <p className="text-sm text-muted">
                We know every residence by its name. For any other address we use the first half of
                its postal code, so the distance is an estimate. We measure the exact distance
                before you pay.
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

const VERDICTS = {
  inside: { icon: CircleCheck, title: "Free", tone: "border-pine bg-pine-soft" },
  maybe: { icon: MapPin, title: "On the edge", tone: "border-line-strong bg-tape-soft" },
  outside: { icon: Route, title: "Outside", tone: "border-line-strong bg-sheet" },
  unknown: { icon: CircleHelp, title: "We don't know it", tone: "border-line-strong bg-sheet" },
} as const;

function Verdict({ checked }: { checked: Distance }) {
  const { icon: Icon, title, tone } = VERDICTS[checked.verdict];
  return (
    <div className={cn("flex gap-4 rounded-2xl border px-5 py-4", tone)}>
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm">{checked.words}</p>
      </div>
    </div>
  );
}
