import { useCampusClock } from "@api/clock";
import { custodyKeys, type ItemCase } from "@api/pickups/custody";
import { Badge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { useItemCases } from "@features/office/waiting-queries";
import { telLink, writtenPhone } from "@lib/forms/phone";
import { useQueryClient } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { Link } from "react-router";
import { EventFacts, ItemHistory } from "./item-history";
import { STATE_WORDS } from "./item-words";
import { SettleForm } from "./settle-form";

/** Scans that did not fit their item, each with its photo, for the office to settle with words. */
export function OpenItemCases({ mayDecide }: { mayDecide: boolean }) {
  const { data } = useItemCases();
  if (!data?.open.length) return null;
  return (
    <ul aria-label="Items" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {data.open.map((one) => (
        <OpenCase key={one.id} one={one} mayDecide={mayDecide} />
      ))}
    </ul>
  );
}

/** What was decided about items. */
export function SettledItemCases() {
  const { data } = useItemCases();
  return data?.settled.map((one) => (
    <li
      key={one.id}
      className="flex flex-wrap gap-x-4 rounded-xl border border-line bg-sheet px-4 py-2 text-sm"
    >
      <span className="font-semibold">{nameOf(one)}</span>
      <span>{one.settled_by ? `Settled by ${one.settled_by}` : "Settled by itself"}</span>
      {one.words ? <span className="wrap-anywhere">“{one.words}”</span> : null}
    </li>
  ));
}

function nameOf({ customer, description, event }: ItemCase): string {
  return [customer, description ?? event.label_code].filter(Boolean).join(", ") || "Unknown item";
}

/** Whose label it is, whom to call, and where it was scanned. */
function CasePeople({ one }: { one: ItemCase }) {
  const { owner_name: owner, owner_code: ownerCode, customer, code, phone } = one;
  if (!(owner || customer)) return null;
  const elsewhere = ownerCode !== null && code !== null && ownerCode !== code;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {ownerCode ? (
        <span>
          Label of <b className="font-semibold">{owner ?? "Customer"}</b>, {ownerCode}
        </span>
      ) : null}
      {elsewhere || !ownerCode ? (
        <span>
          {ownerCode ? "Scanned at " : ""}
          {one.booking_id ? (
            <Link
              to={`/admin-dashboard?tab=bookings&booking=${one.booking_id}`}
              className="font-medium underline decoration-line-strong underline-offset-4"
            >
              {customer || "Guest"}
            </Link>
          ) : (
            customer
          )}
          {code ? `, ${code}` : ""}
        </span>
      ) : null}
      {phone ? (
        <a
          href={telLink(phone)}
          className="tabular inline-flex min-h-11 items-center gap-1.5 font-medium underline decoration-line-strong underline-offset-4"
        >
          <Phone aria-hidden="true" className="size-4" />
          <span className="sr-only">Call {customer || "the customer"}: </span>
          {writtenPhone(phone)}
        </a>
      ) : null}
    </p>
  );
}

function OpenCase({ one, mayDecide }: { one: ItemCase; mayDecide: boolean }) {
  const queries = useQueryClient();
  const { data: clock } = useCampusClock();
  const state = one.state && STATE_WORDS[one.state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line-strong bg-sheet p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">{nameOf(one)}</h3>
        {one.event.label_code ? <Code className="text-xs">{one.event.label_code}</Code> : null}
        <span className="text-sm font-medium">{one.reason}</span>
      </div>
      <CasePeople one={one} />
      <div className="grid gap-4 md:grid-cols-2">
        <section aria-label="Recorded" className="grid content-start gap-1">
          <p className="text-sm text-muted">Recorded</p>
          <EventFacts event={one.event} utcOffset={clock?.utc_offset} />
        </section>
        <section aria-label="Stands now" className="grid content-start justify-items-start gap-1">
          <p className="text-sm text-muted">Stands now</p>
          {one.item_id && state ? (
            <>
              <Badge tone={state.tone}>{state.label}</Badge>
              <ItemHistory itemId={one.item_id} name={nameOf(one)}>
                Everything recorded
              </ItemHistory>
            </>
          ) : (
            <p className="text-sm font-semibold">No item</p>
          )}
        </section>
      </div>
      {mayDecide ? (
        <SettleForm
          caseId={one.id}
          name={nameOf(one)}
          onSettled={() => queries.invalidateQueries({ queryKey: custodyKeys.all })}
        />
      ) : (
        <p className="text-sm text-muted">The office decides. Your record is kept.</p>
      )}
    </li>
  );
}
