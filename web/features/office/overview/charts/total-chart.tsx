import type { SeasonOverview } from "@api/reports/executive-overview";
import { addDays, formatDay } from "@lib/format/dates";
import { Group } from "@visx/group";
import { scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { daysBetween, figure, runningTotal, type TotalPoint } from "../figures";
import { SeasonAxis } from "./season-axis";

const HEIGHT = 300;
const MARGIN = { top: 28, right: 10, bottom: 40, left: 44 };

interface TotalChartProps {
  overview: SeasonOverview;
  width: number;
}

/** Bookings made, added up from the first day: this range in pine, the year before dashed. */
export function TotalChart({ overview, width }: TotalChartProps) {
  const { from, to, until, today, before } = overview;
  const now = runningTotal(overview, "made", until);
  const then = runningTotal(before, "made", before.to);
  const length = daysBetween(from, to);
  const top = Math.max(1, ...[...now, ...then].map(({ total }) => total));
  const x = scaleLinear({ domain: [0, length], range: [MARGIN.left, width - MARGIN.right] });
  const y = scaleLinear({
    domain: [0, top],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  const end = now.at(-1) ?? { at: 0, total: 0 };
  const last = then.at(-1) ?? { at: length, total: 0 };
  // Where both end at the same place, the older one's words go under its line.
  const close =
    Math.abs(x(end.at) - x(last.at)) < 160 && Math.abs(y(end.total) - y(last.total)) < 34;
  const place = (point: TotalPoint) => ({ x: x(point.at) ?? 0, y: y(point.total) ?? 0 });
  const mark = place(end);
  const toTheLeft = mark.x > width / 2;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="block overflow-visible">
      {y.ticks(4).map((total) =>
        Number.isInteger(total) ? (
          <Group key={total} top={y(total) ?? 0}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} className="stroke-line" />
            <text
              x={MARGIN.left - 10}
              y={4}
              textAnchor="end"
              className="tabular fill-muted text-xs"
            >
              {figure(total)}
            </text>
          </Group>
        ) : null,
      )}
      {last.total > 0 ? (
        <Group>
          <LinePath
            data={then}
            x={(point) => place(point).x}
            y={(point) => place(point).y}
            className="fill-none stroke-line-strong"
            strokeWidth={2}
            strokeDasharray="3 5"
          />
          <text
            x={place(last).x}
            y={place(last).y + (close ? 20 : -8)}
            textAnchor="end"
            className="tabular fill-muted text-xs"
          >
            Year before: {figure(last.total)}
          </text>
        </Group>
      ) : null}
      <LinePath
        data={now}
        x={(point) => place(point).x}
        y={(point) => place(point).y}
        className="fill-none stroke-pine"
        strokeWidth={3}
        strokeLinejoin="round"
      />
      {now.map((point) => (
        <circle key={`${point.at} ${point.total}`} {...center(place(point))} r={9} opacity={0}>
          <title>{`${formatDay(addDays(from, point.at))}: ${figure(point.total)} bookings`}</title>
        </circle>
      ))}
      <circle cx={mark.x} cy={mark.y} r={6} strokeWidth={2} className="fill-tape stroke-ink" />
      <text
        x={mark.x + (toTheLeft ? -4 : 12)}
        y={mark.y - 14}
        textAnchor={toTheLeft ? "end" : "start"}
        className="tabular fill-ink text-sm font-semibold"
      >
        {figure(end.total)} {end.total === 1 ? "booking" : "bookings"}
      </text>
      <SeasonAxis
        from={from}
        to={to}
        today={today}
        x={(at) => x(at) ?? 0}
        top={HEIGHT - MARGIN.bottom + 8}
      />
    </svg>
  );
}

function center({ x, y }: { x: number; y: number }): { cx: number; cy: number } {
  return { cx: x, cy: y };
}
