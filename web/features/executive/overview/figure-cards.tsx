import type { SeasonOverview } from "@api/executive-overview";
import { counted } from "@components/pager";
import { Card } from "@components/ui/card";
import { formatCents } from "@lib/money";
import type { ReactNode } from "react";
import { type Bucket, buckets, changeWords, figure, percent } from "./figures";
import { SparkLine } from "./spark-line";

/** The season in six figures, each with where it stood a year before. */
export function FigureCards({ overview }: { overview: SeasonOverview }) {
  const { figures: now, before, until, to } = overview;
  const running = until < to;
  const than = { running };
  const used = percent(now.taken, now.capacity);
  const usedBefore = percent(before.figures.taken, before.figures.capacity);
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Figure
        label="Bookings made"
        value={figure(now.made)}
        change={changeWords(now.made, before.figures.made, than)}
        bars={buckets(overview, "made")}
        until={until}
      />
      <Figure
        label="Revenue booked"
        value={formatCents(now.storage_cents + now.fee_cents)}
        change={changeWords(
          now.storage_cents + now.fee_cents,
          before.figures.storage_cents + before.figures.fee_cents,
          { running, show: formatCents, fewer: "less", none: "Nothing" },
        )}
      >
        {revenueWords(overview)}
      </Figure>
      <Figure
        label="Capacity used"
        value={used === null ? "No limit set" : `${used}%`}
        change={
          usedBefore === null
            ? "No limits a year before"
            : `${usedBefore}% of a year before's places`
        }
        bars={buckets(overview, "taken")}
        until={to}
      >
        {now.capacity > 0
          ? `${figure(now.taken)} of ${counted(now.capacity, "place")} on all these days are taken.`
          : null}
      </Figure>
      <Figure
        label="Pickups"
        value={figure(now.pickups)}
        change={changeWords(now.pickups, before.figures.pickups, than)}
        bars={buckets(overview, "pickups")}
        until={until}
      />
      <Figure
        label="Cancellations"
        value={figure(now.cancelled)}
        change={changeWords(now.cancelled, before.figures.cancelled, than)}
        bars={buckets(overview, "cancelled")}
        until={until}
      />
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

/** What the revenue is made of, and what of it nobody knows yet. */
function revenueWords({ figures }: SeasonOverview): string {
  const { counted: known, uncounted, storage_cents, fee_cents } = figures;
  const storage =
    known > 0
      ? `${formatCents(storage_cents)} storage before tax of ${counted(known, "booking")} with counted items: plan price times months.`
      : "No items are counted yet, so no storage is in it.";
  const fees = fee_cents > 0 ? ` ${formatCents(fee_cents)} fees.` : "";
  const open = uncounted > 0 ? ` Not in it: ${counted(uncounted, "booking")} not counted yet.` : "";
  return `${storage}${fees}${open}`;
}

interface FigureProps {
  label: string;
  value: string;
  change: string;
  bars?: readonly Bucket[];
  until?: string;
  children?: ReactNode;
}

function Figure({ label, value, change, bars, until = "", children }: FigureProps) {
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
