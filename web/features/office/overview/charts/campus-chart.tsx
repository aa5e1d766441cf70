import type { SeasonOverview } from "@api/reports/executive-overview";
import { formatDay } from "@lib/format/dates";
import { campuses } from "@lib/site/published";
import { Group } from "@visx/group";
import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type Bucket, bucketDays, buckets, daysBetween, figure } from "../figures";
import { SeasonAxis } from "./season-axis";

/** px of a campus: its name, room for the one label, its bars */
export const CAMPUS_ROW = 104;
const FOOT = CAMPUS_ROW - 8;
const BARS = 56;
const SIDE = 4;
/** px of the line of time */
export const AXIS = 44;

interface CampusChartProps {
  overview: SeasonOverview;
  width: number;
}

/** Bookings made by day or week, a row for each campus on one line of time; the busiest in tape. */
export function CampusChart({ overview, width }: CampusChartProps) {
  const { from, to, today, campus_id } = overview;
  const rows = campuses
    .filter(({ id }) => campus_id === null || id === campus_id)
    .map(({ id, name }) => ({ id, name, bars: buckets(overview, "made", id) }));
  const most = Math.max(1, ...rows.flatMap(({ bars }) => bars.map(({ count }) => count)));
  const busiest = rows.flatMap(({ bars }) => bars).find(({ count }) => count === most);
  const size = bucketDays(overview);
  const x = scaleLinear({
    domain: [0, daysBetween(from, to) + 1],
    range: [SIDE, width - SIDE],
  });
  const y = scaleLinear({ domain: [0, most], range: [0, BARS] });
  const left = (bar: Bucket) => x(daysBetween(from, bar.from)) ?? 0;
  const across = Math.max(1.5, (x(size) ?? 0) - (x(0) ?? 0) - (width > 600 ? 2 : 0.75));
  const height = rows.length * CAMPUS_ROW + AXIS;
  return (
    <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
      {rows.map(({ id, name, bars }, index) => (
        <Group key={id} top={index * CAMPUS_ROW}>
          <text x={0} y={14} className="fill-ink text-sm font-semibold">
            {name}
            <tspan dx={8} className="tabular fill-muted font-normal">
              {figure(bars.reduce((sum, { count }) => sum + count, 0))}
            </tspan>
          </text>
          <line
            x1={SIDE}
            x2={width - SIDE}
            y1={FOOT}
            y2={FOOT}
            className="stroke-line"
            strokeWidth={1}
          />
          {bars.map((bar) =>
            bar.count > 0 ? (
              <Bar
                key={bar.from}
                x={left(bar)}
                y={FOOT - (y(bar.count) ?? 0)}
                width={across}
                height={y(bar.count) ?? 0}
                strokeWidth={1}
                className={bar === busiest ? "fill-tape stroke-ink" : "fill-pine"}
              >
                <title>{`${size === 7 ? "Week of " : ""}${formatDay(bar.from)}: ${figure(bar.count)}`}</title>
              </Bar>
            ) : null,
          )}
          {busiest && bars.includes(busiest) && busiest.count > 0 ? (
            <text
              x={left(busiest) + across / 2}
              y={FOOT - BARS - 6}
              textAnchor={anchor(left(busiest), width)}
              className="tabular fill-ink text-xs font-semibold"
            >
              {figure(busiest.count)}
              {size === 7 ? " in the week of " : " on "}
              {formatDay(busiest.from, "short")}
            </text>
          ) : null}
        </Group>
      ))}
      <SeasonAxis
        from={from}
        to={to}
        today={today}
        x={(at) => x(at) ?? 0}
        top={rows.length * CAMPUS_ROW + 10}
      />
    </svg>
  );
}

/** Keeps a label beside the chart's edges inside it. */
function anchor(at: number, width: number): "start" | "middle" | "end" {
  if (at < 90) return "start";
  return at > width - 90 ? "end" : "middle";
}
