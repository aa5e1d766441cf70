import { quoteShipment, sendShipment, shipmentArrived } from "@api/bookings/part-returns";
import type { Outgoing, OutgoingPart } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { formatCents } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";

interface ShipmentStepsProps {
  part: OutgoingPart;
  carriers: string[];
  onDone: (left: Outgoing) => void;
}

/** What the office does next with a shipment: price, tracking numbers, arrival. */
export function ShipmentSteps({ part, carriers, onDone }: ShipmentStepsProps) {
  if (part.state === "asked" || part.state === "quoted")
    return <QuoteForm part={part} onDone={onDone} />;
  return (
    <>
      <SendForm part={part} carriers={carriers} onDone={onDone} />
      {part.state === "done" ? <Arrived part={part} onDone={onDone} /> : null}
    </>
  );
}

function QuoteForm({ part, onDone }: Omit<ShipmentStepsProps, "carriers">) {
  const [amount, setAmount] = useState(part.cents ? (part.cents / 100).toFixed(2) : "");
  const [words, setWords] = useState("");
  const cents = centsOf(amount);
  const quote = useMutation({
    mutationFn: (price: number) =>
      quoteShipment({ id: part.id, cents: price, words: words.trim() || null }),
    networkMode: "always",
    onSuccess: (left) => {
      onDone(left);
      toast.success("Price Sent", { description: part.full_name });
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (cents) quote.mutate(cents);
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      {part.state === "quoted" && part.cents ? (
        <p>Sent: {formatCents(part.cents)} before tax. A new price replaces it.</p>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
        <Field label="Price before tax" required>
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <Field label="Note" hint="The customer reads it with the price.">
          <Input maxLength={500} value={words} onChange={({ target }) => setWords(target.value)} />
        </Field>
      </div>
      {quote.error ? <FormAlert tone="error">{stepFailure(quote.error)}</FormAlert> : null}
      <Button type="submit" className="justify-self-start" disabled={!cents} busy={quote.isPending}>
        Send price
      </Button>
    </form>
  );
}

function SendForm({ part, carriers, onDone }: ShipmentStepsProps) {
  const list = useId();
  const [carrier, setCarrier] = useState(part.carrier ?? "");
  const [numbers, setNumbers] = useState(part.tracking.join("\n"));
  const tracking = numbers.split(/[\n,]/).flatMap((line) => line.trim() || []);
  const ship = useMutation({
    mutationFn: () => sendShipment({ id: part.id, carrier: carrier.trim(), tracking }),
    networkMode: "always",
    onSuccess: (left) => {
      onDone(left);
      toast.success("Shipment Recorded", { description: part.full_name });
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    ship.mutate();
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Carrier" required>
          <Input
            list={list}
            maxLength={60}
            value={carrier}
            onChange={({ target }) => setCarrier(target.value)}
          />
        </Field>
        <datalist id={list}>
          {carriers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label="Tracking numbers" required hint="One a line: one for each parcel.">
          <Textarea rows={2} value={numbers} onChange={({ target }) => setNumbers(target.value)} />
        </Field>
      </div>
      {ship.error ? <FormAlert tone="error">{stepFailure(ship.error)}</FormAlert> : null}
      <Button
        type="submit"
        variant={part.state === "done" ? "secondary" : "primary"}
        className="justify-self-start"
        disabled={carrier.trim().length < 2 || tracking.length === 0}
        busy={ship.isPending}
      >
        {part.state === "done" ? "Correct the numbers" : "Items sent"}
      </Button>
    </form>
  );
}

function Arrived({ part, onDone }: Omit<ShipmentStepsProps, "carriers">) {
  const arrived = useMutation({
    mutationFn: () => shipmentArrived(part.id),
    networkMode: "always",
    onSuccess: (left) => {
      onDone(left);
      toast.success("Shipment Arrived", { description: part.full_name });
    },
  });
  return (
    <div className="grid gap-3">
      {arrived.error ? <FormAlert tone="error">{stepFailure(arrived.error)}</FormAlert> : null}
      <Button
        className="justify-self-start"
        busy={arrived.isPending}
        onClick={() => arrived.mutate()}
      >
        It has arrived
      </Button>
    </div>
  );
}
