import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { answerWish, type DateWish, pickupKeys } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { shortWindow } from "@features/crew/pickups/day/pickup-words";
import { lateCode } from "@lib/browser/late-code";
import { formatDay } from "@lib/format/dates";
import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";

const refuseCode = lateCode(() => import("./refuse-dialog"));

interface Answer {
  accept: boolean;
  note?: string;
}

/** Customers who asked for another date at short notice: to accept or to refuse. */
export function WishList({ wishes }: { wishes: readonly DateWish[] }) {
  return (
    <section
      aria-labelledby="wishes-title"
      className="grid gap-2 rounded-2xl border border-line-strong bg-sky-soft px-4 py-3"
    >
      <h3 id="wishes-title" className="text-base">
        {wishes.length === 1
          ? "1 customer asks for another date"
          : `${wishes.length} customers ask for another date`}
      </h3>
      <ul className="grid gap-2">
        {wishes.map((wish) => (
          <li key={wish.id} className="rounded-xl bg-sheet px-3 py-2">
            <Wish wish={wish} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Another pickup that a customer asks for: to accept or to refuse. */
export function Wish({ wish, onDone }: { wish: DateWish; onDone?: () => void }) {
  const queries = useQueryClient();
  const [refusing, setRefusing] = useState(false);
  const { booking } = wish;
  const name = [booking.first_name, booking.last_name].filter(Boolean).join(" ") || "Customer";
  const [keys] = useState(onceKeys);
  const answer = useMutation({
    mutationFn: ({ accept, note }: Answer) => {
      const given = { change_id: wish.id, accept, ...(note ? { note } : {}) };
      return answerWish(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSuccess: (_, { accept }) => {
      if (accept) {
        const when = `${formatDay(wish.is_date)}, ${shortWindow(wish.is_time)}`;
        toast.success("Date Updated", { description: `${name}: ${when}` });
      } else {
        toast.success("Request Refused", { description: `${name} keeps the date and is told.` });
      }
      onDone?.();
    },
    onError: (error) =>
      toast.error("Update Failed", {
        description: isUnreachable(error)
          ? "We can't reach the server. Please try again."
          : toApiError(error).message,
      }),
    onSettled: () => {
      setRefusing(false);
      return queries.invalidateQueries({ queryKey: pickupKeys.all });
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="font-semibold">{name}</p>
        <p className="tabular flex flex-wrap items-center gap-x-2">
          <span className="text-muted">
            {formatDay(booking.pickup_date)}, {shortWindow(booking.pickup_time)}
          </span>
          <ArrowRight aria-label="to" className="size-4 shrink-0" />
          <span className="font-medium">
            {formatDay(wish.is_date)}, {shortWindow(wish.is_time)}
          </span>
        </p>
        {wish.note ? <p className="text-xs wrap-anywhere">“{wish.note}”</p> : null}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="pine"
          busy={answer.isPending}
          className="max-md:h-12"
          onClick={() => answer.mutate({ accept: true })}
        >
          Accept<span className="sr-only"> the new date of {name}</span>
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={answer.isPending}
          className="max-md:h-12"
          onClick={() => setRefusing(true)}
        >
          Refuse<span className="sr-only"> the new date of {name}</span>
        </Button>
      </div>
      {refusing ? (
        <LatePanel code={refuseCode} onFail={() => setRefusing(false)}>
          {({ RefuseDialog }) => (
            <RefuseDialog
              name={name}
              busy={answer.isPending}
              onClose={() => setRefusing(false)}
              onRefuse={(note) => answer.mutate({ accept: false, note })}
            />
          )}
        </LatePanel>
      ) : null}
    </div>
  );
}
