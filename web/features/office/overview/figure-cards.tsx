import type { SeasonOverview } from "@api/reports/executive-overview";
import { counted } from "@components/lists/pager";
import { Card } from "@components/ui/card";
import { formatCents } from "@lib/format/money";
import type { ReactNode } from "react";
import { SparkLine } from "./charts/spark-line";
import { type Bucket, buckets, changeWords, figure, percent } from "./figures";

/** The season's figures, each beside the year before. */
export function FigureCards({ overview }: { overview: SeasonOverview }) {
  const { figures: now, before, until, to, friends, crew } = overview;
  const running = until < to;
  const than = { running };
  const money = { running, show: formatCents, fewer: "less", none: "Nothing" };
  const used = percent(now.taken, now.capacity);
  const usedBefore = percent(before.figures.taken, before.figures.capacity);
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Figure
        label="Bookings made"
        value={figure(now.made)}
        change={changeWords(now.made, before.figures.made, than)}
        bars={buckets(overview, "made")}
        until={until}
      />
      <Figure
        label="Revenue booked"
        value={formatCents(now.booked_cents)}
        change={changeWords(now.booked_cents, before.figures.booked_cents, money)}
        bars={buckets(overview, "booked_cents")}
        until={until}
      >
        {bookedWords(overview)}
      </Figure>
      <Figure
        label="Revenue received"
        value={formatCents(now.received_cents)}
        change={changeWords(now.received_cents, before.figures.received_cents, money)}
        bars={buckets(overview, "received_cents")}
        until={until}
      >
        Payments by the day the bank had them, less what was paid back.
      </Figure>
      <Figure
        label="Capacity used"
        value={used === null ? "No limit set" : `${used}%`}
        change={
          usedBefore === null ? "No limits the year before" : `${usedBefore}% the year before`
        }
        bars={buckets(overview, "taken")}
        until={to}
      >
        {now.capacity > 0
          ? `${figure(now.taken)} of ${counted(now.capacity, "place")} on all these days are taken.`
          : null}
      </Figure>
      <Figure
        label="Pickups done"
        value={figure(now.done)}
        change={changeWords(now.done, before.figures.done, than)}
        bars={buckets(overview, "done")}
        until={until}
      >
        {`${figure(now.pickups)} booked for these days so far.`}
      </Figure>
      <Figure
        label="Cancellations"
        value={figure(now.cancelled)}
        change={changeWords(now.cancelled, before.figures.cancelled, than)}
        bars={buckets(overview, "cancelled")}
        until={until}
      />
      <Figure
        label="Stops per crew hour"
        value={crew.minutes > 0 ? ((crew.stops * 60) / crew.minutes).toFixed(1) : "Not known"}
        change={
          crew.minutes > 0
            ? `${counted(crew.stops, "stop")} in ${figure(Math.round(crew.minutes / 60))} h`
            : "No day with a first and a last stop"
        }
      >
        From each day's first On Way to its last Complete, a crew for each campus.
      </Figure>
      <Figure
        label="Missed pickups"
        value={crew.due > 0 ? `${percent(crew.missed, crew.due)}%` : "None due"}
        change={`${figure(crew.missed)} of ${counted(crew.due, "pickup")} due`}
      >
        Their day is over, and they were neither picked up nor cancelled.
      </Figure>
      <Figure
        label="Revenue per booking"
        value={formatCents(now.made > 0 ? Math.round(now.booked_cents / now.made) : 0)}
        change={changeWords(
          now.made > 0 ? Math.round(now.booked_cents / now.made) : 0,
          before.figures.made > 0
            ? Math.round(before.figures.booked_cents / before.figures.made)
            : 0,
          money,
        )}
      >
        Revenue booked, tax included, for each booking.
      </Figure>
      <Figure
        label="By referral"
        value={`${percent(friends.referred, friends.made) ?? 0}%`}
        change={`${figure(friends.referred)} of ${counted(friends.made, "booking")}, cancelled ones left out`}
      >
        {`${figure(friends.shared)} (${percent(friends.shared, friends.made) ?? 0}%) share their bundle with friends.`}
      </Figure>
      {now.sign_ups === null ? null : (
        <Figure
          label="Sign-ups"
          value={figure(now.sign_ups)}
          change={changeWords(now.sign_ups, before.figures.sign_ups ?? 0, than)}
          bars={buckets(overview, "sign_ups")}
          until={until}
        />
      )}
    </ul>
  );
}

/** How far what is charged goes: its tax, and what the bookings come to by their end. */
function bookedWords({ figures }: SeasonOverview): string {
  const { counted: known, uncounted, storage_cents, tax_cents } = figures;
  const tax = `Charges less credits, with ${formatCents(tax_cents)} tax.`;
  const whole =
    known > 0
      ? ` Storage for the ${counted(known, "booking")} counted so far will come to ${formatCents(storage_cents)} before tax.`
      : "";
  const open = uncounted > 0 ? ` ${counted(uncounted, "booking")} not counted yet.` : "";
  return `${tax}${whole}${open}`;
}

interface FigureProps {
  label: string;
  value: string;
  change: string;
  bars?: readonly Bucket[];
  until?: string;
  children?: ReactNode;
}

export function Figure({ label, value, change, bars, until = "", children }: FigureProps) {
  return (
    <li>
      <Card className="grid h-full grid-rows-[auto_auto_auto_1fr] gap-1 p-4! sm:p-5!">
        <p className="text-sm font-semibold text-muted">{label}</p>
        <p className="tabular font-display text-3xl font-bold tracking-tight">{value}</p>
        <p className="text-xs text-muted">{change}</p>
        <div className="mt-2 grid content-end gap-2">
          {children ? <p className="text-xs text-muted">{children}</p> : null}
          {bars ? <SparkLine bars={bars} until={until} /> : null}
        </div>
      </Card>
    </li>
  );
}
