import type { Inbox, InboxItem } from "@api/inbox";
import { AddressLink } from "@components/lists/address-link";
import type { DataColumn } from "@components/lists/data-table";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { OPENED_HERE } from "@features/office/address-panel";
import { TwoLines } from "@features/office/list-parts";
import { campusDeadline } from "@lib/format/campus-hour";
import { formatDay } from "@lib/format/dates";
import type { ParamChange } from "@lib/lists/url-state";
import { shortCampus } from "@lib/site/campus-names";
import { itemParam } from "./inbox-view";
import { ItemMenu, ItemOwner } from "./item-menu";
import { KIND_WORDS, placeOf } from "./kind-words";

interface Around {
  office: Inbox["office"];
  href: (change: ParamChange) => string;
  today: string | undefined;
  utcOffset: string | undefined;
}

/** When an answer is due, or since when it waits. */
export function WhenDue({ item, utcOffset }: { item: InboxItem; utcOffset: string | undefined }) {
  const { due_at, opened_at, overdue, snoozed_until } = item;
  const when = utcOffset ? campusDeadline(due_at ?? opened_at, utcOffset) : "";
  return (
    <span className="tabular flex flex-wrap items-center gap-x-2 leading-tight whitespace-normal">
      {overdue ? <Badge tone="brick">Overdue</Badge> : null}
      {snoozed_until ? (
        <Badge tone="neutral">Until {formatDay(snoozed_until, "short")}</Badge>
      ) : null}
      <span className={due_at ? "" : "text-muted"}>{due_at ? `Due ${when}` : `Since ${when}`}</span>
    </span>
  );
}

/** The columns of what needs a person; crews have nothing to take. */
export function inboxColumns(mayTake: boolean, around: Around): DataColumn<InboxItem>[] {
  const { office, href, today, utcOffset } = around;
  const columns: DataColumn<InboxItem>[] = [
    {
      id: "what",
      header: "What",
      width: "max-lg:w-auto w-[40%]",
      title: true,
      cell: (item) => (
        <span className="grid min-w-0 py-1 leading-tight whitespace-normal">
          {KIND_WORDS[item.kind]}
          <span
            title={item.words}
            className="line-clamp-2 text-xs font-normal text-muted wrap-anywhere"
          >
            {item.words}
          </span>
        </span>
      ),
    },
    {
      id: "who",
      header: "Who",
      width: "w-auto max-lg:w-[9rem]",
      cell: ({ name, customer_id }) => <TwoLines first={name} second={customer_id} />,
    },
    {
      id: "campus",
      header: "Campus",
      desk: true,
      width: "w-[8rem]",
      cell: ({ campus_id }) => (campus_id ? shortCampus(campus_id) : "—"),
    },
    {
      id: "due",
      header: "Due",
      width: "w-[13rem] max-lg:w-[9rem]",
      cell: (item) => <WhenDue item={item} utcOffset={utcOffset} />,
    },
  ];
  if (mayTake)
    columns.push({
      id: "owner",
      header: "Owner",
      width: "w-[9rem] max-lg:w-[7rem]",
      cell: (item) => <ItemOwner item={item} />,
    });
  columns.push({
    id: "actions",
    header: "Actions",
    width: mayTake ? "w-[9rem]" : "w-[6.5rem]",
    action: true,
    cell: (item) => (
      <div className="flex gap-1.5 sm:justify-end">
        {mayTake ? <ItemMenu item={item} office={office} today={today} /> : null}
        <Button asChild variant="secondary" size="sm" className="max-sm:flex-1">
          <AddressLink
            data-inbox-row=""
            to={placeOf(item) ?? href({ item: itemParam(item) })}
            state={OPENED_HERE}
            aria-label={`Open ${KIND_WORDS[item.kind]} of ${item.name}`}
          >
            Open
          </AddressLink>
        </Button>
      </div>
    ),
  });
  return columns;
}
