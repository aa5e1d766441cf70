import {
  cancelCollection,
  collectionKeys,
  handOverCollection,
  openCollections,
} from "@api/bookings/collections";
import type { OpenCollection } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { formatDay } from "@lib/format/dates";
import { telLink } from "@lib/forms/phone";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

/** What customers fetch at the warehouse, by day, with the shelf of each item. */
export function Collections({ office }: { office: boolean }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: collectionKeys.open,
    queryFn: () => openCollections(),
    ...untilReachable,
  });
  if (data?.length === 0)
    return (
      <p className="rounded-2xl border border-line p-4 text-muted">
        No collections are booked. Customers book them in My Storage.
      </p>
    );
  if (data)
    return (
      <ul aria-label="Collections" className="grid gap-4">
        {data.map((one) => (
          <Collection key={one.id} collection={one} office={office} />
        ))}
      </ul>
    );
  return error ? (
    <ListProblem
      error={error}
      title="The collections could not be read"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Skeleton className="h-40 rounded-2xl" />
  );
}

function Collection({ collection, office }: { collection: OpenCollection; office: boolean }) {
  const queries = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const [reason, setReason] = useState("");
  const { full_name: name, phone } = collection;
  const again = () => queries.invalidateQueries({ queryKey: collectionKeys.open });
  const handOver = useMutation({
    mutationFn: () => handOverCollection(collection.id),
    networkMode: "always",
    // The customer may have cancelled it.
    onError: again,
    onSuccess: (left) => {
      queries.setQueryData(collectionKeys.open, left);
      toast.success("Handed Over", { description: name });
    },
  });
  const cancel = useMutation({
    mutationFn: () =>
      cancelCollection({ booking_id: collection.booking_id, id: collection.id, reason }),
    networkMode: "always",
    onSuccess: () => toast.success("Collection Cancelled", { description: name }),
    onSettled: again,
  });
  const problem = handOver.error ?? cancel.error;
  function send(event: FormEvent) {
    event.preventDefault();
    handOver.reset();
    cancel.mutate();
  }
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base font-semibold">
          {formatDay(collection.day)}, {collection.window}: {name}
        </h3>
        {phone ? (
          <a className="underline" href={telLink(phone)}>
            {phone}
          </a>
        ) : null}
      </div>
      <ul aria-label={`Items of ${name}`} className="tabular divide-y divide-line">
        {collection.items.map((item) => (
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
      {problem ? <FormAlert tone="error">{words(problem)}</FormAlert> : null}
      {cancelling ? (
        <form noValidate onSubmit={send} className="grid gap-3">
          <Field label="Why it is cancelled" required hint="The customer gets it by email.">
            <Input
              autoFocus
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="destructive"
              disabled={reason.trim().length < 3}
              busy={cancel.isPending}
            >
              Cancel collection
            </Button>
            <Button variant="ghost" onClick={() => setCancelling(false)}>
              Keep it
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            busy={handOver.isPending}
            onClick={() => {
              cancel.reset();
              handOver.mutate();
            }}
          >
            Hand over
          </Button>
          {office ? (
            <Button variant="ghost" onClick={() => setCancelling(true)}>
              Cancel
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}

function words(error: unknown): string {
  const { unreachable, message } = toApiError(error);
  return unreachable
    ? "We can't reach the server. Nothing was changed; please try again."
    : message;
}
