import type { CustomerFile, FiledBooking, HistoryLine } from "@api/customers/customer-file";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { BookingActions } from "@features/office/bookings/record/booking-actions";
import { actorWords, changesInShort, whatHappened } from "@features/office/history/audit-words";
import { ChangeTable } from "@features/office/history/change-table";
import { fieldValue } from "@features/office/history/field-words";
import { MergeButton, MergedCustomers } from "@features/office/people/merged-customers";
import { RelatedBookings } from "@features/office/people/related-bookings";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { writtenPhone } from "@lib/forms/phone";
import { longCampus } from "@lib/site/campus-names";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { itemWords, pickupWords } from "./file-words";
import { FiledStatement } from "./filed-statement";

const CURRENT = ["pending", "confirmed", "in_queue"];
const NOT_PROVIDED = "Not provided";
/** Lines of the history that stand there at once. */
const FIRST_LINES = 12;

interface CustomerSectionsProps {
  file: CustomerFile;
  utcOffset: string | undefined;
}

/** Profile, bookings with their boxes, statement and history of a customer. */
export function CustomerSections({ file, utcOffset }: CustomerSectionsProps) {
  const { profile, bookings, history } = file;
  const phone = bookings.find((booking) => booking.phone)?.phone;
  const current = bookings.find(({ status }) => CURRENT.includes(status));
  return (
    <div className="grid gap-7">
      <Section title="Profile">
        <ProfileFacts
          email={<EmailOf email={profile.email} />}
          phone={phone ? <a href={`tel:${phone}`}>{writtenPhone(phone)}</a> : NOT_PROVIDED}
          since={formatCampusTime(profile.created_at, utcOffset)}
        />
        <MergeButton
          customer={{
            id: profile.id,
            name: profile.full_name || profile.customer_id,
            email: profile.email,
          }}
        />
      </Section>
      <MergedCustomers userId={profile.id} utcOffset={utcOffset} />
      {current ? <RelatedBookings booking={current} office /> : null}
      <Section title={`Bookings (${bookings.length})`}>
        {bookings.length === 0 ? (
          <p className="pt-3 text-sm text-muted">No booking yet.</p>
        ) : (
          <ul className="grid gap-3 pt-3">
            {bookings.map((booking) => (
              <BookingCard key={booking.id} booking={booking} utcOffset={utcOffset} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Statement">
        <FiledStatement statement={file.statement} />
      </Section>
      <Section title="History">
        <History lines={history} utcOffset={utcOffset} />
      </Section>
    </div>
  );
}

interface ProfileFactsProps {
  email: ReactNode;
  phone: ReactNode;
  since: ReactNode;
}

export function ProfileFacts({ email, phone, since }: ProfileFactsProps) {
  return (
    <dl>
      <Fact label="Email">{email}</Fact>
      <Fact label="Phone">{phone}</Fact>
      <Fact label="Since">{since}</Fact>
    </dl>
  );
}

export function EmailOf({ email }: { email: string | null }) {
  if (!email) return NOT_PROVIDED;
  // One line, as long as it may be: what stands below has its place before this is known.
  return (
    <a href={`mailto:${email}`} title={email} className="block truncate focus:whitespace-normal">
      {email}
    </a>
  );
}

function BookingCard({
  booking,
  utcOffset,
}: {
  booking: FiledBooking;
  utcOffset: string | undefined;
}) {
  const pickup = [formatDay(booking.pickup_date, "medium"), booking.pickup_time];
  const kit = [
    formatDay(booking.supply_kit_delivery_date, "medium", "Not requested"),
    booking.kit_state ? fieldValue("state", booking.kit_state, utcOffset) : null,
  ];
  return (
    <li className="rounded-2xl border border-line bg-mist p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {longCampus(booking.campus.campus)}
          <StatusBadge status={booking.status} />
        </p>
        <Link
          to={`?tab=bookings&booking=${booking.id}`}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4 md:min-h-0"
        >
          Open booking
        </Link>
      </div>
      <div className="my-2">
        <BookingActions booking={booking} office />
      </div>
      <dl className="mt-1">
        <Fact label="Pickup">{pickup.filter(Boolean).join(", ")}</Fact>
        {booking.pickups.map((one) => (
          <Fact key={one.id} label="Picked up">
            {pickupWords(one, utcOffset)}
          </Fact>
        ))}
        <Fact label="Boxes">
          {booking.items.length === 0 ? (
            "None listed"
          ) : (
            <ul>
              {booking.items.map((item) => (
                <li key={item.id} className="flex items-center gap-2 py-0.5">
                  {item.picture_id ? (
                    <Picture
                      id={item.picture_id}
                      load={fileOf}
                      words={`Photo of ${item.description}`}
                    />
                  ) : null}
                  <span className="min-w-0">{itemWords(item)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact label="Supply kit">{kit.filter(Boolean).join(", ")}</Fact>
        <Fact label="Return">{formatDay(booking.return_delivery_date, "medium")}</Fact>
        <Fact label="Address">
          {[booking.building_name, booking.address].filter(Boolean).join(", ") || NOT_PROVIDED}
        </Fact>
        {booking.cancellation_note ? (
          <Fact label="Cancellation">{booking.cancellation_note}</Fact>
        ) : null}
      </dl>
    </li>
  );
}

function History({
  lines,
  utcOffset,
}: {
  lines: readonly HistoryLine[];
  utcOffset: string | undefined;
}) {
  const [all, setAll] = useState(false);
  if (lines.length === 0)
    return <p className="pt-3 text-sm text-muted">Nothing has changed yet.</p>;
  const visibleLines = all ? lines : lines.slice(0, FIRST_LINES);
  return (
    <>
      <ol>
        {visibleLines.map((line) => (
          <li key={line.id} className="border-b border-dashed border-line py-2.5 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <b className="font-semibold">{whatHappened(line)}</b>
              <span className="tabular text-xs text-muted">
                {actorWords(line, line.actor_name)}, {formatCampusTime(line.at, utcOffset)}
              </span>
            </p>
            <LineChanges line={line} utcOffset={utcOffset} />
          </li>
        ))}
      </ol>
      {visibleLines.length < lines.length ? (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show all {lines.length}
        </Button>
      ) : null}
    </>
  );
}

function LineChanges({ line, utcOffset }: { line: HistoryLine; utcOffset: string | undefined }) {
  const [open, setOpen] = useState(false);
  if (line.before === null && line.after === null) return null;
  const short = changesInShort(line, utcOffset);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-muted wrap-anywhere">
        {short || "Details"}
      </summary>
      {open ? <ChangeTable line={line} utcOffset={utcOffset} /> : null}
    </details>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-b-2 border-ink pb-2 text-lg">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-b border-dashed border-line py-1.5 text-sm last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular font-medium wrap-anywhere [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-4">
        {children}
      </dd>
    </div>
  );
}
