import { useCampusClock } from "@api/clock";
import type { ItemCase } from "@api/pickups/custody";
import { Badge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { telLink, writtenPhone } from "@lib/forms/phone";
import { Phone } from "lucide-react";
import { Link } from "react-router";
import { EventFacts, ItemHistory } from "./item-history";
import { STATE_WORDS } from "./item-words";
import { SettleForm } from "./settle-form";

/** Whose item it is, and what it is. */
export function nameOf({ customer, description, event }: ItemCase): string {
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

interface ScanCasePanelProps {
  one: ItemCase;
  mayDecide: boolean;
  onDone: () => void;
}

/** A scan that did not fit its item, with its photo, for the office to settle with words. */
export function ScanCasePanel({ one, mayDecide, onDone }: ScanCasePanelProps) {
  const { data: clock } = useCampusClock();
  const state = one.state && STATE_WORDS[one.state];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {nameOf(one) === one.event.label_code ? null : (
          <span className="font-semibold wrap-anywhere">{nameOf(one)}</span>
        )}
        {one.event.label_code ? <Code className="text-xs">{one.event.label_code}</Code> : null}
      </p>
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
        <SettleForm caseId={one.id} name={nameOf(one)} onDone={onDone} />
      ) : (
        <p className="text-sm text-muted">The office decides. Your record is kept.</p>
      )}
    </div>
  );
}
