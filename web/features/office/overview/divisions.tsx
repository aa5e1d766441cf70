import type { SeasonOverview } from "@api/reports/executive-overview";
import { counted } from "@components/lists/pager";
import { Card } from "@components/ui/card";
import { type Column, Table } from "@components/ui/table";
import { formatCents } from "@lib/format/money";
import { campuses } from "@lib/site/published";
import type { ReactNode } from "react";
import { figure } from "./figures";
import { Share } from "./shares";

type Owed = SeasonOverview["owed"][number];
type Source = SeasonOverview["sources"][number];

const AGES: readonly (readonly [Owed["age"], string])[] = [
  ["not_due", "Not due yet"],
  ["week", "1 to 7 days overdue"],
  ["month", "8 to 30 days overdue"],
  ["older", "More than 30 days overdue"],
];

/** Money charged and received at each campus, and for each of its bookings. */
export function RevenueByCampus({ overview }: { overview: SeasonOverview }) {
  const rows = campuses
    .filter(({ id }) => overview.campus_id === null || id === overview.campus_id)
    .map(({ id, name }) => {
      const days = overview.days.filter(
        ({ campus_id, day }) => campus_id === id && day <= overview.until,
      );
      const sum = (what: "made" | "booked_cents" | "received_cents") =>
        days.reduce((total, one) => total + one[what], 0);
      const [bookings, booked] = [sum("made"), sum("booked_cents")];
      return { name, bookings, booked, received: sum("received_cents") };
    });
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "campus", header: "Campus", title: true, cell: (row) => row.name },
    { id: "bookings", header: "Bookings", numeric: true, cell: (row) => figure(row.bookings) },
    { id: "booked", header: "Booked", numeric: true, cell: (row) => formatCents(row.booked) },
    {
      id: "each",
      header: "Per booking",
      numeric: true,
      cell: (row) => (row.bookings > 0 ? formatCents(Math.round(row.booked / row.bookings)) : "-"),
    },
    { id: "received", header: "Received", numeric: true, cell: (row) => formatCents(row.received) },
  ];
  return (
    <Division title="Revenue by campus" words="Tax included.">
      <Table caption="Revenue by campus" columns={columns} rows={rows} rowKey={(row) => row.name} />
    </Division>
  );
}

/** What is owed today, by how long it has been due. */
export function OwedByAge({ owed }: { owed: readonly Owed[] }) {
  const all = owed.reduce((sum, { owed_cents }) => sum + owed_cents, 0);
  const rows = AGES.map(([age, label]) => {
    const total = owed.find((one) => one.age === age);
    return { age, label, invoices: total?.invoices ?? 0, cents: total?.owed_cents ?? 0 };
  });
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "age", header: "Due", title: true, cell: (row) => row.label },
    { id: "invoices", header: "Invoices", numeric: true, cell: (row) => figure(row.invoices) },
    { id: "owed", header: "Owed", numeric: true, cell: (row) => formatCents(row.cents) },
    {
      id: "share",
      header: "Share",
      cell: (row) => <Share part={row.cents} whole={all} highlight={row.age === "older"} />,
    },
  ];
  return (
    <Division
      title="What is owed today"
      words={all > 0 ? `${formatCents(all)} in all, whatever the dates above.` : "Nothing is owed."}
    >
      {all > 0 ? (
        <Table
          caption="What is owed by age"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.age}
        />
      ) : null}
    </Division>
  );
}

export function Sources({ sources }: { sources: readonly Source[] }) {
  const all = sources.reduce((sum, { bookings }) => sum + bookings, 0);
  const columns: Column<Source>[] = [
    { id: "source", header: "Source", title: true, cell: ({ source }) => sourceWords(source) },
    { id: "bookings", header: "Bookings", numeric: true, cell: (row) => figure(row.bookings) },
    {
      id: "share",
      header: "Share",
      cell: (row) => <Share part={row.bookings} whole={all} highlight={row === sources[0]} />,
    },
  ];
  if (all === 0) return null;
  return (
    <Division
      title="How they heard of us"
      words={`Of ${counted(all, "booking")} made and not cancelled. Website is also counted if the customer chose nothing.`}
    >
      <Table
        caption="Bookings by source"
        columns={columns}
        rows={sources}
        rowKey={(row) => row.source}
      />
    </Division>
  );
}

function sourceWords(source: string): string {
  const words = source.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A part of the overview that is a table. */
function Division({
  title,
  words,
  children,
}: {
  title: string;
  words: string;
  children: ReactNode;
}) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-xl">{title}</h3>
        <p className="text-sm text-muted">{words}</p>
      </div>
      {children}
    </Card>
  );
}
