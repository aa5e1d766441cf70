/** The field a signature is written on; the pen's way is kept in its units. */
export const FIELD = { width: 640, height: 240 } as const;
/** What the server keeps of one signature, in characters. */
const LONGEST = 20_000;
/** A move that is shorter than this many units adds nothing to see. */
const STEP = 3;

export interface Point {
  x: number;
  y: number;
}

/** The path with the pen put down, or drawn on, at a point; unchanged where it adds nothing. */
export function withPoint(strokes: string, at: Point, last: Point | undefined): string {
  const x = Math.round(Math.min(FIELD.width, Math.max(0, at.x)));
  const y = Math.round(Math.min(FIELD.height, Math.max(0, at.y)));
  if (last && Math.hypot(at.x - last.x, at.y - last.y) < STEP) return strokes;
  // A dot is a line of no length, which a round pen draws.
  const next = last ? `${strokes}L${x} ${y}` : `${strokes}M${x} ${y}L${x} ${y}`;
  return next.length > LONGEST ? strokes : next;
}
