import type { Booking } from "@api/bookings/booking";
import { agreedTerms, bookingRuleKeys } from "@api/bookings/commands";
import {
  customerName,
  deliveryOf,
  emailOf,
  flightOf,
  isUnconfirmedGuest,
  languageName,
  NOT_PROVIDED,
  NOT_SPECIFIED,
  phoneOf,
  residenceOf,
  typeOf,
} from "@api/bookings/words";
import { AddressLink } from "@components/lists/address-link";
import { Fact, Facts } from "@components/lists/facts";
import { AgreedTerms } from "@components/site/agreed-terms";
import { StatusBadge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { useDataSession } from "@features/office/data-session";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { writtenPhone } from "@lib/forms/phone";
import { useAddress } from "@lib/lists/url-state";
import { useLocation } from "react-router";

interface BookingSectionsProps {
  booking: Booking;
  utcOffset: string | undefined;
}

interface PersonProps {
  label: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  language: string | null;
}

/** Another person than the customer, with how to reach them; nothing if none is named. */
function Person({ label, name, phone, email, language }: PersonProps) {
  const known = [
    name,
    writtenPhone(phone ?? ""),
    email,
    language && `speaks ${languageName(language)}`,
  ];
  const words = known.filter(Boolean).join(", ");
  return words ? <Fact label={label}>{words}</Fact> : null;
}

/** "8 items, bundle, protected for $800": what the customer was quoted for. */
function expectedWords(booking: Booking): string {
  const { expected_items: items, expected_value_cents: cents, pricing } = booking;
  const words = [
    items && (items === 1 ? "1 item" : `${items} items`),
    pricing && (pricing === "bundle" ? "bundle" : "single items"),
    cents && `protected for ${formatCents(cents)}`,
  ];
  return words.filter(Boolean).join(", ") || NOT_SPECIFIED;
}

/** The five sections of a booking, each fact with its fallback. */
export function BookingSections({ booking, utcOffset }: BookingSectionsProps) {
  const { via, cacheKey } = useDataSession();
  const day = (value: string | null) => formatDay(value, "medium", NOT_SPECIFIED);
  return (
    <div className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
      <Facts title="Customer Information">
        <Fact label="Name">{customerName(booking)}</Fact>
        <Fact label="Email">{emailOf(booking)}</Fact>
        <Fact label="Phone">{phoneOf(booking)}</Fact>
        <Fact label="Type">{typeOf(booking)}</Fact>
        <Person
          label="At the door"
          name={booking.contact_name}
          phone={booking.contact_phone}
          email={booking.contact_email}
          language={booking.contact_language}
        />
        <Person
          label="Pays"
          name={booking.payer_name}
          phone={booking.payer_phone}
          email={booking.payer_email}
          language={booking.payer_language}
        />
      </Facts>
      <Facts title="Campus & Address">
        <Fact label="Campus">{booking.campus?.campus ?? NOT_SPECIFIED}</Fact>
        <Fact label="University">{booking.campus?.university ?? NOT_SPECIFIED}</Fact>
        <Fact label="Country">{booking.campus?.country ?? NOT_SPECIFIED}</Fact>
        <Fact label="Residence">{residenceOf(booking)}</Fact>
        <Fact label="Building">{booking.building_name || NOT_PROVIDED}</Fact>
        <Fact label="Address">{booking.address || NOT_PROVIDED}</Fact>
      </Facts>
      <Facts title="Scheduling">
        <Fact label="Supply kit delivery">{day(booking.supply_kit_delivery_date)}</Fact>
        <Fact label="Pickup date">{day(booking.pickup_date)}</Fact>
        <Fact label="Pickup time">{booking.pickup_time || NOT_SPECIFIED}</Fact>
        {booking.pickup_confirmed_at ? (
          <Fact label="Confirmed by customer">
            {campusTime(booking.pickup_confirmed_at, utcOffset)}
          </Fact>
        ) : null}
        <Fact label="Return delivery">{day(booking.return_delivery_date)}</Fact>
        <Fact label="Delivery option">{deliveryOf(booking)}</Fact>
        <Fact label="Delivery address">{booking.delivery_address || NOT_PROVIDED}</Fact>
      </Facts>
      <Facts title="Additional Information">
        <Fact label="Expected">{expectedWords(booking)}</Fact>
        <Fact label="Flight">{flightOf(booking)}</Fact>
        <Fact label="How heard">{booking.how_heard || NOT_SPECIFIED}</Fact>
        <Fact label="Comments">{booking.additional_comments || NOT_PROVIDED}</Fact>
        {booking.cancellation_note ? (
          <Fact label="Cancellation">{booking.cancellation_note}</Fact>
        ) : null}
        {booking.superseded_by ? (
          <Fact label="Replaced by">
            <OtherBooking id={booking.superseded_by} />
          </Fact>
        ) : null}
      </Facts>
      <Facts title="Booking Details" className="sm:col-span-2">
        <Fact label="ID">
          <Code className="tracking-normal">{booking.id}</Code>
        </Fact>
        <Fact label="Status">
          <StatusBadge status={booking.status} />
        </Fact>
        {isUnconfirmedGuest(booking) ? (
          <Fact label="Email">
            Not confirmed yet
            {booking.confirm_by
              ? `, place held until ${campusTime(booking.confirm_by, utcOffset)}`
              : ""}
          </Fact>
        ) : null}
        <Fact label="Created">{campusTime(booking.created_at, utcOffset)}</Fact>
        <Fact label="Terms">
          <AgreedTerms
            queryKey={[...cacheKey, ...bookingRuleKeys.agreed(booking.id)]}
            read={() => agreedTerms(booking.id, via)}
          />
        </Fact>
        <Fact label="Last updated">{campusTime(booking.updated_at, utcOffset)}</Fact>
      </Facts>
    </div>
  );
}

function campusTime(moment: string, utcOffset: string | undefined): string {
  const text = formatCampusTime(moment, utcOffset);
  return utcOffset ? `${text} campus time` : text;
}

function OtherBooking({ id }: { id: string }) {
  const { href } = useAddress();
  const { state } = useLocation();
  return (
    <AddressLink
      to={href({ booking: id })}
      state={state}
      replace
      className="font-semibold underline underline-offset-4"
    >
      A newer booking
    </AddressLink>
  );
}
