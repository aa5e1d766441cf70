import type { KitDelivery } from "@api/commands.types";
import type { DataColumn } from "@components/lists/data-table";
import { Badge } from "@components/ui/badge";
import { TwoLines } from "@features/office/list-parts";
import { formatDay } from "@lib/format/dates";
import { telLink, writtenPhone } from "@lib/forms/phone";
import { KitActions } from "./kit-actions";
import { kitCode, STATE_WORDS } from "./kit-steps";

const NOT_PROVIDED = "Not provided";

/** The columns of a day of kits; without `onFailed` they are read alone. */
export function kitColumns(onFailed?: (kit: KitDelivery) => void): DataColumn<KitDelivery>[] {
  return [
    {
      id: "customer",
      header: "Customer",
      width: "w-[15%]",
      title: true,
      cell: (kit) => <TwoLines first={kit.full_name} second={kitCode(kit)} />,
    },
    { id: "state", header: "State", width: "w-[11rem]", cell: (kit) => <State kit={kit} /> },
    {
      id: "address",
      header: "Address",
      width: "w-[21%]",
      cell: (kit) => (
        <TwoLines
          wraps
          first={kit.building_name || kit.address || NOT_PROVIDED}
          second={kit.building_name ? kit.address : null}
        />
      ),
    },
    {
      id: "phone",
      header: "Phone",
      width: "w-[10.5rem]",
      cell: ({ phone }) =>
        phone ? (
          <a
            href={telLink(phone)}
            className="tabular underline decoration-line-strong underline-offset-4 max-sm:py-2.5"
          >
            {writtenPhone(phone)}
          </a>
        ) : (
          NOT_PROVIDED
        ),
    },
    {
      id: "pickup",
      header: "Pickup Date",
      width: "w-[10.5rem]",
      cell: (kit) => (
        <span className="tabular">{formatDay(kit.pickup_date, "medium", "Not specified")}</span>
      ),
    },
    {
      id: "comments",
      header: "Comments",
      width: "w-auto",
      cell: (kit) => (
        <span title={kit.additional_comments ?? undefined} className="max-sm:wrap-anywhere">
          {kit.additional_comments || <span className="text-muted">None</span>}
        </span>
      ),
    },
    ...(onFailed
      ? [
          {
            id: "actions",
            header: "Actions",
            width: "w-[14.5rem]",
            action: true,
            cell: (kit: KitDelivery) => <KitActions kit={kit} onFailed={onFailed} />,
          },
        ]
      : []),
  ];
}

function State({ kit }: { kit: KitDelivery }) {
  const { label, tone } = STATE_WORDS[kit.state];
  const note = kit.wanted
    ? kit.note
    : kit.booking_status === "cancelled"
      ? "Booking cancelled"
      : "No kit wanted any more";
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5 max-sm:justify-items-end">
      <Badge tone={tone} className="h-5">
        {label}
      </Badge>
      {note ? (
        <span
          title={note}
          className="max-w-full text-xs text-muted max-sm:wrap-anywhere sm:truncate"
        >
          {note}
        </span>
      ) : null}
    </span>
  );
}
