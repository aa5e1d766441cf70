import type { SeasonOverview } from "@api/reports/executive-overview";
import { counted } from "@components/lists/pager";
import { type Column, Table } from "@components/ui/table";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { campuses } from "@lib/site/published";
import {
  bookingsByDay,
  bucketDays,
  buckets,
  changeWords,
  figure,
  type MoneyBar,
  moneyBars,
  percent,
  placesByDay,
  runningTotal,
} from "../figures";
import { AXIS, CAMPUS_ROW, CampusChart } from "./campus-chart";
import { CapacityChart } from "./capacity-chart";
import { ChartCard } from "./chart-card";
import { barName, MONEY_HEIGHT, MoneyChart } from "./money-chart";
import { TotalChart } from "./total-chart";

const LONG_TABLE = "max-h-96 overflow-auto";

/** The four charts of the season, each with its sentence and its table. */
export function Charts({ overview }: { overview: SeasonOverview }) {
  return (
    <>
      <Total overview={overview} />
      <ByCampus overview={overview} />
      <Capacity overview={overview} />
      <Money overview={overview} />
    </>
  );
}

function Total({ overview }: { overview: SeasonOverview }) {
  const { figures, before, until, to, from } = overview;
  const change = changeWords(figures.made, before.figures.made, { running: until < to });
  const whole = runningTotal(before, "made", before.to).at(-1)?.total ?? 0;
  const inTheEnd = until < to && whole > 0 ? `; that one came to ${figure(whole)} in the end` : "";
  const now = buckets(overview, "made");
  const then = buckets(before, "made");
  const rows = now.map((bar, index) => ({ ...bar, before: then[index]?.count ?? 0 }));
  const size = bucketDays(overview);
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "from", header: size === 7 ? "Week of" : "Day", cell: (row) => formatDay(row.from) },
    { id: "now", header: "Bookings", numeric: true, cell: (row) => figure(row.count) },
    { id: "before", header: "A year before", numeric: true, cell: (row) => figure(row.before) },
  ];
  return (
    <ChartCard
      title="Bookings made, added up"
      summary={
        until < from
          ? "These days are still to come."
          : `${counted(figures.made, "booking")} by ${formatDay(until)}. ${change}${inTheEnd}.`
      }
      height={300}
      chart={(width) => <TotalChart overview={overview} width={width} />}
      table={
        <Table
          caption={`Bookings made by ${size === 7 ? "week" : "day"}, beside the year before`}
          columns={columns}
          rows={rows.filter(({ count, before: past }) => count + past > 0)}
          rowKey={(row) => row.from}
          className={LONG_TABLE}
        />
      }
    />
  );
}

function ByCampus({ overview }: { overview: SeasonOverview }) {
  const visibleCampuses = campuses.filter(
    ({ id }) => overview.campus_id === null || id === overview.campus_id,
  );
  const rows = bookingsByDay(overview);
  const sums = visibleCampuses.map(({ id, name }) => ({
    name,
    bookings: rows.reduce((sum, { byCampus }) => sum + (byCampus.get(id) ?? 0), 0),
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "day", header: "Day", title: true, cell: (row) => formatDay(row.day) },
    ...visibleCampuses.map(({ id, name }) => ({
      id: String(id),
      header: name,
      numeric: true,
      cell: (row: (typeof rows)[number]) => figure(row.byCampus.get(id) ?? 0),
    })),
    { id: "bookings", header: "Together", numeric: true, cell: (row) => figure(row.bookings) },
    { id: "cancelled", header: "Cancelled", numeric: true, cell: (row) => figure(row.cancelled) },
  ];
  return (
    <ChartCard
      title="Bookings made by day and campus"
      summary={
        rows.length === 0
          ? "No bookings on these days."
          : `${sums.map(({ name, bookings }) => `${name} ${figure(bookings)}`).join(", ")}.${bucketDays(overview) === 7 ? " One bar is a week; the table has each day." : ""}`
      }
      height={visibleCampuses.length * CAMPUS_ROW + AXIS}
      chart={(width) => <CampusChart overview={overview} width={width} />}
      table={
        <Table
          caption="Bookings made by day and campus"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.day}
          className={LONG_TABLE}
        />
      }
    />
  );
}

function Capacity({ overview }: { overview: SeasonOverview }) {
  const places = placesByDay(overview.days);
  const { capacity, taken } = overview.figures;
  const rows = overview.days.filter((one) => one.capacity > 0);
  const columns: Column<(typeof rows)[number]>[] = [
    { id: "day", header: "Pickup day", title: true, cell: (row) => formatDay(row.day) },
    {
      id: "campus",
      header: "Campus",
      cell: (row) => campuses.find(({ id }) => id === row.campus_id)?.name ?? "",
    },
    { id: "capacity", header: "Places", numeric: true, cell: (row) => figure(row.capacity) },
    { id: "taken", header: "Taken", numeric: true, cell: (row) => figure(row.taken) },
    {
      id: "used",
      header: "Used",
      numeric: true,
      cell: (row) => `${percent(row.taken, row.capacity) ?? 0}%`,
    },
  ];
  if (places.length === 0) return null;
  return (
    <ChartCard
      title="Capacity used by pickup day"
      summary={`${figure(taken)} of ${counted(capacity, "place")} are taken (${percent(taken, capacity)}%), on ${counted(places.length, "day")} with limited windows. Days without a limit are not in here.`}
      height={220}
      chart={(width) => <CapacityChart places={places} width={width} />}
      table={
        <Table
          caption="Capacity used by pickup day and campus"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.day} ${row.campus_id}`}
          className={LONG_TABLE}
        />
      }
    />
  );
}

function Money({ overview }: { overview: SeasonOverview }) {
  const { booked_cents, received_cents } = overview.figures;
  const bars = moneyBars(overview);
  const rows = bars.filter(({ booked, received }) => booked !== 0 || received !== 0);
  const byDay = bucketDays(overview) === 1;
  const columns: Column<MoneyBar>[] = [
    {
      id: "when",
      header: byDay ? "Day" : "Month",
      title: true,
      cell: (row) => barName(row, byDay),
    },
    { id: "booked", header: "Booked", numeric: true, cell: (row) => formatCents(row.booked) },
    { id: "tax", header: "Tax in it", numeric: true, cell: (row) => formatCents(row.tax) },
    { id: "received", header: "Received", numeric: true, cell: (row) => formatCents(row.received) },
  ];
  const share = percent(received_cents, booked_cents);
  if (rows.length === 0) return null;
  return (
    <ChartCard
      title="Revenue booked and received"
      summary={`${formatCents(booked_cents)} booked, tax in it, and ${formatCents(received_cents)} received${share === null ? "" : ` (${share}%)`}. Outlined is what was charged, filled what came in.`}
      height={MONEY_HEIGHT}
      chart={(width) => <MoneyChart bars={bars} byDay={byDay} width={width} />}
      table={
        <Table
          caption={`Revenue booked and received by ${byDay ? "day" : "month"}`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.from}
          className={LONG_TABLE}
        />
      }
    />
  );
}
