import { handOver, openPartReturns, partReturnKeys } from "@api/bookings/part-returns";
import type { Outgoing, OutgoingPart } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { ListProblem } from "@components/lists/list-problem";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Skeleton } from "@components/ui/skeleton";
import { formatDay } from "@lib/format/dates";
import { telLink } from "@lib/forms/phone";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DropForm } from "./drop-part-return";
import { ShipmentSteps } from "./shipment-steps";

const WAYS: Record<OutgoingPart["way"], string> = {
  collect: "Collection",
  bring: "Delivery of some items",
  ship: "Shipment",
};

/** What leaves the warehouse while the rest stays, by day, with the shelf of each item. */
export function PartReturns({ office }: { office: boolean }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: partReturnKeys.open,
    queryFn: () => openPartReturns(),
    ...untilReachable,
  });
  if (data?.part_returns.length === 0)
    return (
      <p className="rounded-2xl border border-line p-4 text-muted">
        Nothing is booked. Customers get some of their items back under Get Items Back in My
        Storage.
      </p>
    );
  if (data)
    return (
      <ul aria-label="Going out" className="grid gap-4">
        {data.part_returns.map((one) => (
          <PartReturnCard key={one.id} part={one} carriers={data.carriers} office={office} />
        ))}
      </ul>
    );
  return error ? (
    <ListProblem
      error={error}
      title="The list could not be read"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Skeleton className="h-40 rounded-2xl" />
  );
}

interface PartReturnCardProps {
  part: OutgoingPart;
  carriers: string[];
  office: boolean;
}

function PartReturnCard({ part, carriers, office }: PartReturnCardProps) {
  const queries = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const { full_name: name, phone } = part;
  const keep = (left: Outgoing) => queries.setQueryData(partReturnKeys.open, left);
  // The customer may have cancelled it.
  const again = () => queries.invalidateQueries({ queryKey: partReturnKeys.open });
  const hand = useMutation({
    mutationFn: () => handOver(part.id),
    networkMode: "always",
    onError: again,
    onSuccess: (left) => {
      keep(left);
      toast.success("Handed Over", { description: name });
    },
  });
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {WAYS[part.way]}
          {part.day ? ` ${formatDay(part.day)}, ${part.window}` : ""}: {name}
          {part.way === "ship" ? <ShipmentBadge part={part} /> : null}
        </h3>
        {phone ? (
          <a className="underline" href={telLink(phone)}>
            {phone}
          </a>
        ) : null}
      </div>
      {part.address ? <p className="wrap-anywhere">{part.address}</p> : null}
      <ul aria-label={`Items of ${name}`} className="tabular divide-y divide-line">
        {part.items.map((item) => (
          <li key={item.number} className="flex flex-wrap justify-between gap-3 py-2">
            <span className="wrap-anywhere">
              {item.number}. {item.description}
            </span>
            <span className="text-muted">
              {item.location ?? "No shelf"}
              {item.label_code ? `, ${item.label_code}` : ""}
            </span>
          </li>
        ))}
      </ul>
      {part.way === "bring" ? (
        <p className="text-muted">The crew of that day brings it: see its stop in Runs.</p>
      ) : null}
      {hand.error ? <FormAlert tone="error">{stepFailure(hand.error)}</FormAlert> : null}
      {part.way === "ship" && office ? (
        <ShipmentSteps key={part.state} part={part} carriers={carriers} onDone={keep} />
      ) : null}
      {cancelling ? (
        <DropForm part={part} onDone={keep} onClose={() => setCancelling(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {part.way === "collect" ? (
            <Button busy={hand.isPending} onClick={() => hand.mutate()}>
              Hand over
            </Button>
          ) : null}
          {office && part.state !== "done" ? (
            <Button variant="ghost" onClick={() => setCancelling(true)}>
              Cancel
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}

const SHIPMENT: Partial<Record<OutgoingPart["state"], string>> = {
  asked: "Needs a price",
  quoted: "Waiting for the customer",
  booked: "To be sent",
  done: "On its way",
};

function ShipmentBadge({ part }: { part: OutgoingPart }) {
  const waits = part.state === "asked" || part.state === "booked";
  return <Badge tone={waits ? "tape" : "pine"}>{SHIPMENT[part.state]}</Badge>;
}
