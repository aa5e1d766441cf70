import { cn } from "@lib/cn";
import type { Scene, Shape } from "./iso";

export interface IsoSceneProps {
  scene: Scene;
  /** What it shows, for those who cannot see it; decoration without it. */
  title?: string;
  /** Drops this group of shapes into place when it appears. */
  dropGroup?: string;
  /** Fills its room and crops the rest, as `object-fit: cover` does. */
  cover?: boolean;
  className?: string;
}

/** A scene as one inline SVG. */
export function IsoScene({ scene, title, dropGroup, cover, className }: IsoSceneProps) {
  const dropped = dropGroup ? scene.shapes.filter(({ group }) => group === dropGroup) : [];
  // What is drawn after the dropping group stays in front of it.
  const from = dropped[0] ? scene.shapes.indexOf(dropped[0]) : 0;
  const before = dropped.length ? scene.shapes.slice(0, from) : scene.shapes;
  const after = dropped.length
    ? scene.shapes.slice(from).filter(({ group }) => group !== dropGroup)
    : [];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decoration is hidden, the rest has its title
    <svg
      viewBox={`0 0 ${scene.width} ${scene.height}`}
      width={scene.width}
      height={scene.height}
      preserveAspectRatio={cover ? "xMidYMid slice" : undefined}
      className={cn("block", cover ? "overflow-hidden" : "overflow-visible", className)}
      role={title ? "img" : undefined}
      aria-hidden={title ? undefined : true}
    >
      {title ? <title>{title}</title> : null}
      <Paths shapes={before} />
      {dropped.length ? (
        <g className="box-drop" key={scene.shapes.length}>
          <Paths shapes={dropped} />
        </g>
      ) : null}
      <Paths shapes={after} />
    </svg>
  );
}

function Paths({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map(({ d, fill, stroke }, index) =>
    stroke ? (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's order is its identity
        key={index}
        d={d}
        fill="none"
        stroke={fill}
        strokeWidth={stroke.width}
        strokeDasharray={stroke.dash}
        transform={stroke.transform}
      />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's order is its identity
      <path key={index} d={d} fill={fill} />
    ),
  );
}
