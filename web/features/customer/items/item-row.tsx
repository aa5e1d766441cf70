import type { BookingItem } from "@api/bookings/items";
import { useCampusClock } from "@api/clock";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { WithContacts } from "@components/site/contact-us";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { LateDialog } from "@components/ui/late-dialog";
import { formatCampusTime } from "@lib/format/campus-time";
import { business } from "@lib/site/published";
import { questionAddress } from "@lib/site/question-address";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { claimWords, HAPPENED, ITEM_STATES, itemDetails, pictureOf } from "./item-words";

const ClaimDialog = lazy(async () => ({ default: (await import("./claim-dialog")).ClaimDialog }));

interface ItemRowProps {
  item: BookingItem;
  /** how many items the booking has */
  count: number;
  /** it stayed with its customer at the pickup */
  notPickedUp: boolean;
}

/** An item in our keeping: its photo, its number, and the last that happened to it. */
export function ItemRow({ item, count, notPickedUp }: ItemRowProps) {
  const picture = pictureOf(item);
  const state = ITEM_STATES[item.state];
  return (
    <li className="flex min-h-14 items-start gap-3 py-3">
      {picture ? (
        <Picture id={picture} load={fileOf} words={`Photo of ${item.description}`} />
      ) : (
        <span
          aria-hidden="true"
          className="tabular grid size-14 shrink-0 place-items-center rounded-control border border-line bg-mist text-lg font-semibold text-muted"
        >
          {item.number}
        </span>
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-semibold wrap-anywhere">{item.description}</p>
          {notPickedUp ? (
            <Badge tone="brick">Not picked up</Badge>
          ) : state ? (
            <Badge tone={state.tone}>{state.label}</Badge>
          ) : null}
          {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
        </div>
        <p className="tabular text-xs text-muted">
          {[`${item.number} of ${count}`, itemDetails(item)].join(" · ")}
        </p>
        {notPickedUp ? (
          <p className="text-sm">
            <WithContacts>
              {`Our crew did not take this item, and you pay no protection for it. Is this right? If you did hand it over, call us: ${business.phone}.`}
            </WithContacts>
          </p>
        ) : item.last_event_words ? (
          <p className="text-sm" data-last-event>
            {item.last_event_words}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-x-4">
          {item.events?.length ? <ItemHistory item={item} events={item.events} /> : null}
          <ItemClaims item={item} />
          <Link
            to={questionAddress({ about: "item", id: item.id })}
            className="inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 hover:decoration-ink md:min-h-9"
          >
            Ask about this
            <span className="sr-only"> item, {item.description}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}

/** The claim of an item that came back or is missing: its answer, or the way to file it. */
function ItemClaims({ item }: { item: BookingItem }) {
  const [filing, setFiling] = useState(false);
  const claim = item.claims?.[0];
  const mayFile = item.state === "delivered" || item.state === "missing";
  return (
    <>
      {claim ? (
        <p className="w-full text-sm">
          {claimWords(claim)}{" "}
          <Link
            to={questionAddress({ about: "claim", id: claim.id })}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            Ask about this claim
          </Link>
        </p>
      ) : null}
      {mayFile && claim?.state !== "open" ? (
        <Button variant="link" size="sm" onClick={() => setFiling(true)}>
          Something is wrong
          <span className="sr-only"> with {item.description}</span>
        </Button>
      ) : null}
      {filing ? (
        <Suspense>
          <ClaimDialog item={item} onClose={() => setFiling(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface ItemHistoryProps {
  item: BookingItem;
  events: NonNullable<BookingItem["events"]>;
}

function ItemHistory({ item, events }: ItemHistoryProps) {
  const { data: clock } = useCampusClock();
  return (
    <LateDialog
      trigger={
        <button
          type="button"
          className="min-h-11 w-fit text-sm text-muted underline decoration-line-strong underline-offset-4 hover:decoration-ink md:min-h-9"
        >
          What happened so far
          <span className="sr-only"> to {item.description}</span>
        </button>
      }
      size="sm"
      title={item.description}
    >
      <div className="grid gap-4">
        {item.label_code ? (
          <p className="flex items-center gap-3 text-sm">
            Label <Code>{item.label_code}</Code>
          </p>
        ) : null}
        <ol className="grid gap-3">
          {events.map((one) => (
            <li key={one.id} className="flex items-start gap-3">
              {one.photo_id ? (
                <Picture id={one.photo_id} load={fileOf} words={`Photo: ${HAPPENED[one.kind]}`} />
              ) : null}
              <p className="text-sm">
                <span className="block font-semibold">{HAPPENED[one.kind]}</span>
                <span className="tabular text-muted">
                  {formatCampusTime(one.at, clock?.utc_offset)}
                </span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </LateDialog>
  );
}
