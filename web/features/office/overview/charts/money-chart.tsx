import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import type { MoneyBar } from "../figures";

/** px */
export const MONEY_HEIGHT = 220;
const MARGIN = { top: 30, right: 8, bottom: 28, left: 64 };
const LABEL = 64;
/** How much of a month's outline its filled bar takes. */
const INNER = 0.56;

interface MoneyChartProps {
  bars: readonly MoneyBar[];
  byDay: boolean;
  width: number;
}

const month = new Intl.DateTimeFormat("en-CA", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "May 2027", or the day of a short range. */
export function barName({ from }: MoneyBar, byDay: boolean): string {
  return byDay ? formatDay(from) : month.format(Date.parse(`${from}T12:00:00Z`));
}

/** Money charged (outlined) and come in (filled) in each month; where most came in, in tape. */
export function MoneyChart({ bars, byDay, width }: MoneyChartProps) {
  const x = scaleBand({
    domain: bars.map(({ from }) => from),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.2,
  });
  const foot = MONEY_HEIGHT - MARGIN.bottom;
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.flatMap(({ booked, received }) => [booked, received]))],
    range: [foot, MARGIN.top],
    nice: true,
  });
  // What was credited or paid back may be more than what came: there is no bar below the line.
  const top = (cents: number) => Math.min(foot, y(cents) ?? foot);
  const best = bars.reduce<MoneyBar | undefined>(
    (most, one) => (one.received > (most?.received ?? 0) ? one : most),
    undefined,
  );
  const step = Math.max(1, Math.ceil((bars.length * LABEL) / Math.max(1, width)));
  return (
    <svg width={width} height={MONEY_HEIGHT} aria-hidden="true" className="block overflow-visible">
      {y.ticks(4).map((cents) => (
        <g key={cents} transform={`translate(0 ${y(cents) ?? 0})`}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} className="stroke-line" />
          <text x={MARGIN.left - 8} y={4} textAnchor="end" className="tabular fill-muted text-xs">
            {formatCents(cents)}
          </text>
        </g>
      ))}
      {bars.map((one, index) => {
        const left = x(one.from) ?? 0;
        const across = x.bandwidth();
        const center = left + across / 2;
        return (
          <g key={one.from}>
            <title>{`${barName(one, byDay)}: ${formatCents(one.booked)} booked, ${formatCents(one.received)} received`}</title>
            <rect x={left} y={MARGIN.top} width={across} height={foot - MARGIN.top} opacity={0} />
            <Bar
              x={left}
              y={top(one.booked)}
              width={across}
              height={foot - top(one.booked)}
              className="fill-mist stroke-line-strong"
            />
            <Bar
              x={center - (across * INNER) / 2}
              y={top(one.received)}
              width={across * INNER}
              height={foot - top(one.received)}
              className={one === best ? "fill-tape stroke-ink" : "fill-pine"}
            />
            {one === best ? (
              <text
                x={Math.min(Math.max(center, 84), width - 84)}
                y={Math.min(top(one.booked), top(one.received)) - 8}
                textAnchor="middle"
                className="tabular fill-ink text-xs font-semibold"
              >
                {formatCents(one.received)} received
              </text>
            ) : null}
            {index % step === 0 ? (
              <text
                x={Math.min(Math.max(center, 20), width - 20)}
                y={MONEY_HEIGHT - 6}
                textAnchor="middle"
                className="fill-muted text-xs"
              >
                {byDay ? formatDay(one.from, "short") : barName(one, byDay).split(" ")[0]}
              </text>
            ) : null}
          </g>
        );
      })}
      <line
        x1={MARGIN.left}
        x2={width}
        y1={foot}
        y2={foot}
        className="stroke-line-strong"
        strokeWidth={1}
      />
    </svg>
  );
}
