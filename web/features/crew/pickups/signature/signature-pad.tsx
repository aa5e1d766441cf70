import { Button } from "@components/ui/button";
import { type PointerEvent, useRef } from "react";
import { FIELD, type Point, withPoint } from "./signature-strokes";

interface SignaturePadProps {
  strokes: string;
  onStrokes: (strokes: string) => void;
}

/** A field to sign on by finger, pen or mouse. */
export function SignaturePad({ strokes, onStrokes }: SignaturePadProps) {
  const last = useRef<Point>(undefined);

  function draw(event: PointerEvent<SVGSVGElement>, down: boolean) {
    if (!down && !last.current) return;
    const field = event.currentTarget.getBoundingClientRect();
    const at = {
      x: ((event.clientX - field.left) / field.width) * FIELD.width,
      y: ((event.clientY - field.top) / field.height) * FIELD.height,
    };
    const next = withPoint(strokes, at, last.current);
    if (next === strokes) return;
    last.current = at;
    onStrokes(next);
  }

  function lift() {
    last.current = undefined;
  }

  return (
    <div className="relative grid">
      <SignaturePicture
        strokes={strokes}
        label="Field to sign on"
        className="cursor-crosshair touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          draw(event, true);
        }}
        onPointerMove={(event) => draw(event, false)}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
      {strokes ? (
        <Button
          variant="secondary"
          className="absolute top-2 right-2"
          onClick={() => onStrokes("")}
        >
          Clear<span className="sr-only"> the signature</span>
        </Button>
      ) : null}
    </div>
  );
}

interface SignaturePictureProps extends React.ComponentProps<"svg"> {
  strokes: string;
  label: string;
}

/** What was signed, with the line it stands on. */
export function SignaturePicture({ strokes, label, className, ...props }: SignaturePictureProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      className={`w-full rounded-control border border-line-strong bg-sheet ${className ?? ""}`}
      {...props}
    >
      <path d={`M40 190H${FIELD.width - 40}`} className="stroke-line-strong" strokeWidth={2} />
      <path
        d={strokes}
        fill="none"
        stroke="currentColor"
        strokeWidth={4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
