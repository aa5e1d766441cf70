import { addDays, formatDay, parseDay } from "@lib/format/dates";
import { Group } from "@visx/group";
import { daysBetween } from "../figures";

interface SeasonAxisProps {
  from: string;
  to: string;
  /** the campus day: tape runs to it */
  today: string;
  /** place of a day, by its number from the first */
  x: (at: number) => number;
  top: number;
}

/** Space that a label needs, in px. */
const LABEL = 44;

/** The summer line as the axis of time: tape to today, a dashed line on, a stop for each month. */
export function SeasonAxis({ from, to, today, x, top }: SeasonAxisProps) {
  const length = daysBetween(from, to);
  const reached = Math.min(length, daysBetween(from, today));
  const stops = stopsOf(from, to);
  const step = Math.max(1, Math.ceil((stops.length * LABEL) / Math.max(1, x(length) - x(0))));
  return (
    <Group top={top} aria-hidden="true">
      <line
        x1={x(0)}
        x2={x(length)}
        className="stroke-line-strong"
        strokeWidth={2}
        strokeDasharray="5 5"
      />
      {reached >= 0 ? (
        <rect
          x={x(0)}
          y={-4}
          width={Math.max(3, x(reached) - x(0))}
          height={8}
          rx={1}
          className="fill-tape"
        />
      ) : null}
      {stops.map((day, index) => {
        const at = x(daysBetween(from, day));
        const isPast = day <= today;
        return (
          <g key={day} transform={`translate(${at},0)`}>
            <rect
              x={-4}
              y={-4}
              width={8}
              height={8}
              rx={2}
              strokeWidth={1.5}
              className={isPast ? "fill-tape stroke-ink" : "fill-sheet stroke-line-strong"}
            />
            {index % step === 0 ? (
              <text y={22} textAnchor={anchor(at, x(0), x(length))} className="fill-muted text-xs">
                {label(day, from, to)}
              </text>
            ) : null}
          </g>
        );
      })}
    </Group>
  );
}

/** Keeps a label at an end of the line inside it. */
function anchor(at: number, first: number, last: number): "start" | "middle" | "end" {
  if (at - first < 16) return "start";
  return last - at < 16 ? "end" : "middle";
}

/** The first of each month; of a range of at most two months every seventh day. */
function stopsOf(from: string, to: string): string[] {
  const length = daysBetween(from, to);
  if (length <= 62) {
    return Array.from({ length: Math.floor(length / 7) + 1 }, (_, week) => addDays(from, week * 7));
  }
  const days = Array.from({ length: length + 1 }, (_, at) => addDays(from, at));
  return days.filter((day) => day.endsWith("-01"));
}

function label(day: string, from: string, to: string): string {
  const date = parseDay(day);
  if (daysBetween(from, to) <= 62 || !date) return formatDay(day, "short");
  return month.format(date);
}

const month = new Intl.DateTimeFormat("en-US", { month: "short" });
