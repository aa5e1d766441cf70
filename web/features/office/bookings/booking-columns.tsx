import type { Booking } from "@api/bookings/booking";
import {
  customerName,
  deliveryOf,
  emailOf,
  isUnconfirmedGuest,
  NOT_PROVIDED,
  NOT_SPECIFIED,
  phoneOf,
  pickupAddress,
  typeOf,
} from "@api/bookings/words";
import type { DataColumn } from "@components/lists/data-table";
import { Badge, StatusBadge } from "@components/ui/badge";
import { EmailWords } from "@features/office/list-parts";
import { bookingCode } from "@lib/format/booking-code";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { longCampus } from "@lib/site/campus-names";
import type { ReactNode } from "react";

/** What the cells need beside their booking. */
export interface CellContext {
  utcOffset: string | undefined;
  /** ids of bookings that may be duplicates */
  duplicates: ReadonlySet<string>;
}

/** A column of a list of bookings; `id` names it in the address. */
export interface BookingColumn extends Omit<DataColumn<Booking>, "cell" | "sort"> {
  cell: (row: Booking, context: CellContext) => ReactNode;
  sort?: {
    /** columns of the server, the first one first */
    by: readonly string[];
    /** The rising and the falling order in words: on phones there are no headers to press. */
    words: readonly [rising: string, falling: string];
    /** A first press on the header sorts falling. */
    fallingFirst?: boolean;
    /** Bookings without a value come first where the order rises. */
    blanksFirst?: boolean;
  };
}

const alphabetical = (what: string) => [`${what}, A to Z`, `${what}, Z to A`] as const;

const NAME: BookingColumn = {
  id: "name",
  header: "Full Name",
  width: "w-[12%]",
  title: true,
  sort: { by: ["first_name", "last_name"], words: alphabetical("Name") },
  cell: (row, { duplicates }) => (
    <span className="grid min-w-0 leading-tight">
      <span title={customerName(row)} className="max-sm:wrap-anywhere sm:truncate">
        {customerName(row)}
      </span>
      {duplicates.has(row.id) ? (
        <span className="text-xs text-brick-text">Possible duplicate</span>
      ) : null}
    </span>
  ),
};
const EMAIL: BookingColumn = {
  id: "email",
  header: "Email",
  width: "w-[15%]",
  sort: { by: ["email"], words: alphabetical("Email") },
  cell: (row) => <EmailWords email={emailOf(row)} />,
};
const PHONE: BookingColumn = {
  id: "phone",
  header: "Phone",
  width: "w-[11%]",
  cell: (row) => <span className="tabular">{phoneOf(row)}</span>,
};
const CAMPUS: BookingColumn = {
  id: "campus",
  header: "Campus",
  width: "w-[13%]",
  sort: { by: ["campus(campus)"], words: alphabetical("Campus") },
  cell: (row) => <Clipped text={row.campus ? longCampus(row.campus_id) : NOT_SPECIFIED} />,
};
const ADDRESS: BookingColumn = {
  id: "address",
  header: "Pickup Address",
  width: "w-[15%]",
  cell: (row) => <Clipped text={pickupAddress(row) || NOT_PROVIDED} />,
};
const PICKUP = {
  id: "pickup",
  header: "Pickup Date",
  width: "w-[12%]",
  sort: { by: ["pickup_date"], words: ["Earliest pickup first", "Latest pickup first"] },
  cell: (row) => (
    <span className="grid min-w-0 leading-tight">
      <span className="tabular">{formatDay(row.pickup_date, "medium", NOT_SPECIFIED)}</span>
      {row.needs.includes("pickup_address") ? (
        <span className="text-xs text-brick-text">No address</span>
      ) : null}
    </span>
  ),
} satisfies BookingColumn;
const KIT: BookingColumn = {
  id: "kit",
  header: "Supply Kit",
  width: "w-[8%]",
  sort: {
    by: ["supply_kit_delivery_date"],
    words: ["Earliest supply kit first", "Latest supply kit first"],
  },
  cell: (row) => (
    <span className="tabular">{formatDay(row.supply_kit_delivery_date, "short", "No")}</span>
  ),
};
const DELIVERY: BookingColumn = {
  id: "delivery",
  header: "Delivery Option",
  width: "w-[11%]",
  sort: { by: ["delivery_option"], words: alphabetical("Delivery option") },
  cell: (row) => <Clipped text={deliveryOf(row)} />,
};
const STATUS: BookingColumn = {
  id: "status",
  header: "Status",
  width: "w-[10%]",
  sort: { by: ["status"], words: alphabetical("Status") },
  cell: (row, { utcOffset }) => (
    <span className="grid min-w-0 gap-0.5 leading-tight">
      <StatusBadge status={row.status} />
      {isUnconfirmedGuest(row) ? (
        <span
          title={
            row.confirm_by
              ? `Place held until ${formatCampusTime(row.confirm_by, utcOffset)}`
              : undefined
          }
          className="text-xs text-brick-text"
        >
          Not confirmed yet
        </span>
      ) : null}
    </span>
  ),
};
const TYPE: BookingColumn = {
  id: "type",
  header: "Type",
  width: "w-[7.5rem]",
  sort: { by: ["user_id"], words: ["Guests first", "Registered first"], blanksFirst: true },
  cell: (row) => <Badge tone="outline">{typeOf(row)}</Badge>,
};
/** Every list can be sorted by it, whether it is shown or not. */
export const CREATED = {
  id: "created",
  header: "Created",
  width: "w-[14%]",
  sort: { by: ["created_at"], words: ["Oldest first", "Newest first"], fallingFirst: true },
  cell: (row, { utcOffset }) => (
    <span className="tabular">{formatCampusTime(row.created_at, utcOffset)}</span>
  ),
} satisfies BookingColumn;

const CODE: BookingColumn = {
  id: "code",
  header: "Code",
  width: "w-[8rem]",
  cell: (row) => <span className="tabular">{bookingCode(row.id)}</span>,
};
const WINDOW: BookingColumn = {
  id: "window",
  header: "Pickup Window",
  width: "w-[11rem]",
  cell: (row) => <Clipped text={row.pickup_time ?? NOT_SPECIFIED} />,
};
const RETURN_DATE = {
  id: "return",
  header: "Return Date",
  width: "w-[10rem]",
  sort: {
    by: ["return_delivery_date", "return_delivery_time"],
    words: ["Earliest return first", "Latest return first"],
  },
  cell: (row) => (
    <span className="tabular">{formatDay(row.return_delivery_date, "medium", NOT_SPECIFIED)}</span>
  ),
} satisfies BookingColumn;
const RETURN_WINDOW: BookingColumn = {
  id: "return-window",
  header: "Return Window",
  width: "w-[11rem]",
  cell: (row) => <Clipped text={row.return_delivery_time ?? NOT_SPECIFIED} />,
};
const RETURN_ADDRESS: BookingColumn = {
  id: "return-address",
  header: "Return Address",
  width: "w-[16%]",
  cell: (row) => <Clipped text={row.delivery_address?.trim() || NOT_PROVIDED} />,
};

/** What admins and the crew see at /admin-dashboard. */
export const STAFF_COLUMNS: readonly BookingColumn[] = [
  { ...NAME, id: "customer", header: "Customer", width: "w-[15%]" },
  { ...EMAIL, width: "w-[20%]", desk: true },
  CAMPUS,
  { ...PICKUP, width: "w-[13%]", sort: { ...PICKUP.sort, fallingFirst: true } },
  { ...STATUS, width: "w-[7.75rem]" },
  { ...TYPE, desk: true },
  { ...CREATED, desk: true },
];

/** What they may show too. */
export const STAFF_MORE: readonly BookingColumn[] = [
  CODE,
  PHONE,
  ADDRESS,
  WINDOW,
  KIT,
  RETURN_DATE,
  RETURN_WINDOW,
  RETURN_ADDRESS,
  DELIVERY,
];

/** The default columns of a list of returns. */
export const RETURN_COLUMNS: readonly BookingColumn[] = [
  { ...NAME, id: "customer", header: "Customer", width: "w-[15%]" },
  CODE,
  { ...PHONE, width: "w-[10rem]" },
  CAMPUS,
  RETURN_DATE,
  RETURN_WINDOW,
  RETURN_ADDRESS,
  { ...STATUS, width: "w-[7.75rem]" },
];

/** What executives see at /executive-dashboard. */
export const EXECUTIVE_COLUMNS: readonly BookingColumn[] = [
  NAME,
  { ...EMAIL, desk: true },
  PHONE,
  { ...ADDRESS, desk: true },
  PICKUP,
  { ...KIT, desk: true },
  { ...DELIVERY, desk: true },
  STATUS,
];

/** What they may show too. */
export const EXECUTIVE_MORE: readonly BookingColumn[] = [
  CODE,
  CAMPUS,
  WINDOW,
  RETURN_DATE,
  RETURN_WINDOW,
  RETURN_ADDRESS,
  TYPE,
  CREATED,
];

/** Up to two lines in a row of a table, and whole on its label card. */
function Clipped({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="min-w-0 leading-tight max-sm:wrap-anywhere sm:line-clamp-2 sm:whitespace-normal"
    >
      {text}
    </span>
  );
}
