import type { SeasonOverview } from "@api/reports/executive-overview";
import { counted } from "@components/lists/pager";
import { Card } from "@components/ui/card";
import { type Column, Table } from "@components/ui/table";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { figure, percent } from "./figures";

type Reason = SeasonOverview["reasons"][number];
type Plan = SeasonOverview["plans"][number];

/** Why bookings were cancelled, in the customers' words. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const all = reasons.reduce((sum, { bookings }) => sum + bookings, 0);
  const columns: Column<Reason>[] = [
    { id: "reason", header: "Reason", title: true, cell: reasonWords },
    { id: "bookings", header: "Bookings", numeric: true, cell: (row) => figure(row.bookings) },
    {
      id: "share",
      header: "Share",
      cell: (row) => <Share part={row.bookings} whole={all} highlight={row === reasons[0]} />,
    },
    { id: "fees", header: "Fees", numeric: true, cell: (row) => formatCents(row.fee_cents) },
  ];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-xl">Why bookings were cancelled</h3>
        <p className="text-sm text-muted">
          {all === 0
            ? "Nothing was cancelled on these days."
            : "In the words that customers and staff gave."}
        </p>
      </div>
      {all > 0 ? (
        <Table
          caption="Cancellations by reason"
          columns={columns}
          rows={reasons}
          rowKey={(row) => `${row.others} ${row.reason}`}
        />
      ) : null}
    </Card>
  );
}

function reasonWords({ reason, others }: Reason): string {
  if (others) return "All other reasons";
  return reason ?? "No reason given";
}

/** How the bookings with counted items divide among the bundles. */
export function Plans({ plans }: { plans: readonly Plan[] }) {
  const all = plans.reduce((sum, { bookings }) => sum + bookings, 0);
  const columns: Column<Plan>[] = [
    { id: "plan", header: "Bundle", title: true, cell: (row) => row.plan },
    { id: "bookings", header: "Bookings", numeric: true, cell: (row) => figure(row.bookings) },
    {
      id: "share",
      header: "Share",
      cell: (row) => <Share part={row.bookings} whole={all} highlight={row === plans[0]} />,
    },
  ];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-xl">Bundles by items counted</h3>
        <p className="text-sm text-muted">
          Of the {figure(all)} bookings whose items the crew has counted.
        </p>
      </div>
      <Table caption="Bundles" columns={columns} rows={plans} rowKey={(row) => row.plan} />
    </Card>
  );
}

type Friends = SeasonOverview["friends"];

/** How many bookings friends brought, and how many share their bundle. */
export function FriendShares({ friends }: { friends: Friends }) {
  const rows = [
    { how: "By a friend's referral", bookings: friends.referred },
    { how: "Bundle shared with friends", bookings: friends.shared },
  ];
  const most = Math.max(friends.referred, friends.shared);
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "how", header: "Friends", title: true, cell: (row) => row.how },
    { id: "bookings", header: "Bookings", numeric: true, cell: (row) => figure(row.bookings) },
    {
      id: "share",
      header: "Share",
      cell: (row) => (
        <Share
          part={row.bookings}
          whole={friends.made}
          highlight={most > 0 && row.bookings === most}
        />
      ),
    },
  ];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-xl">Referrals and shared bundles</h3>
        <p className="text-sm text-muted">
          Of {counted(friends.made, "booking")} made and not cancelled.
        </p>
      </div>
      <Table
        caption="Referrals and shared bundles"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.how}
      />
    </Card>
  );
}

/** A part of a whole, in per cent and as a bar. */
export function Share({
  part,
  whole,
  highlight,
}: {
  part: number;
  whole: number;
  highlight: boolean;
}) {
  const share = percent(part, whole) ?? 0;
  return (
    <span className="flex min-w-32 items-center gap-2">
      <span className="tabular w-10 text-right">{share}%</span>
      <span aria-hidden="true" className="h-3 flex-1">
        <span
          className={cn(
            "block h-full rounded-[2px]",
            highlight ? "bg-tape inset-ring inset-ring-ink" : "bg-pine",
          )}
          style={{ width: `${Math.max(1, share)}%` }}
        />
      </span>
    </span>
  );
}
