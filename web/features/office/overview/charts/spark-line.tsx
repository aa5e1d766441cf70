import { scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import type { Bucket } from "../figures";

const WIDTH = 160;
const HEIGHT = 32;

/** A figure's course through the range, without words: those stand beside it. */
export function SparkLine({ bars, until }: { bars: readonly Bucket[]; until: string }) {
  const reached = bars.filter(({ from }) => from <= until);
  const x = scaleLinear({ domain: [0, Math.max(1, bars.length - 1)], range: [2, WIDTH - 4] });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ count }) => count))],
    range: [HEIGHT - 3, 4],
  });
  const last = reached.at(-1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-8 w-full overflow-visible"
    >
      <line
        x1={0}
        x2={WIDTH}
        y1={HEIGHT - 3}
        y2={HEIGHT - 3}
        className="stroke-line"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
      {last ? (
        <LinePath
          data={[...reached]}
          x={(_, index) => x(index) ?? 0}
          y={({ count }) => y(count) ?? 0}
          className="fill-none stroke-pine"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </svg>
  );
}
