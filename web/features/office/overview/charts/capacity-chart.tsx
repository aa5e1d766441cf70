import { formatDay } from "@lib/format/dates";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { figure, percent } from "../figures";

const HEIGHT = 220;
const MARGIN = { top: 30, right: 8, bottom: 28, left: 8 };
const LABEL = 64;

interface CapacityChartProps {
  places: readonly { day: string; capacity: number; taken: number }[];
  width: number;
}

/** Places offered (outlined) and taken (filled) on each day with limited windows; the fullest in tape. */
export function CapacityChart({ places, width }: CapacityChartProps) {
  const x = scaleBand({
    domain: places.map(({ day }) => day),
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.25,
  });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...places.map(({ capacity }) => capacity))],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
  });
  const foot = HEIGHT - MARGIN.bottom;
  const fullest = places.reduce<CapacityChartProps["places"][number] | undefined>(
    (most, one) =>
      one.taken > 0 && (!most || one.taken / one.capacity > most.taken / most.capacity)
        ? one
        : most,
    undefined,
  );
  const step = Math.max(1, Math.ceil((places.length * LABEL) / Math.max(1, width)));
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="block overflow-visible">
      {places.map((one, index) => {
        const left = x(one.day) ?? 0;
        const center = left + x.bandwidth() / 2;
        const [offeredY, takenY] = [y(one.capacity) ?? foot, y(one.taken) ?? foot];
        return (
          <g key={one.day}>
            <title>{`${formatDay(one.day)}: ${figure(one.taken)} of ${figure(one.capacity)} places taken`}</title>
            <Bar
              x={left}
              y={offeredY}
              width={x.bandwidth()}
              height={foot - offeredY}
              className="fill-mist stroke-line-strong"
            />
            <Bar
              x={left}
              y={takenY}
              width={x.bandwidth()}
              height={foot - takenY}
              className={one === fullest ? "fill-tape stroke-ink" : "fill-pine"}
            />
            {one === fullest ? (
              <text
                x={Math.min(Math.max(center, 56), width - 56)}
                y={offeredY - 8}
                textAnchor="middle"
                className="tabular fill-ink text-xs font-semibold"
              >
                {figure(one.taken)} of {figure(one.capacity)}, {percent(one.taken, one.capacity)}%
              </text>
            ) : null}
            {index % step === 0 ? (
              <text
                x={Math.min(Math.max(center, 20), width - 20)}
                y={HEIGHT - 6}
                textAnchor="middle"
                className="fill-muted text-xs"
              >
                {formatDay(one.day, "short")}
              </text>
            ) : null}
          </g>
        );
      })}
      <line x1={0} x2={width} y1={foot} y2={foot} className="stroke-line-strong" strokeWidth={1} />
    </svg>
  );
}
