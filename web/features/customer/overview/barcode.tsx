/** Bars drawn from a code, as on a printed label: decoration, nothing reads them. */
export function Barcode({ code, className }: { code: string; className?: string }) {
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  for (const letter of code.replaceAll("-", "")) {
    const value = letter.charCodeAt(0);
    for (const bit of [0, 2, 4]) {
      const width = 1 + ((value >> bit) & 3);
      bars.push({ x, width });
      x += width + 1 + ((value >> (bit + 1)) & 1);
    }
  }
  return (
    <svg
      viewBox={`0 0 ${x} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
      fill="currentColor"
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} width={bar.width} height="24" />
      ))}
    </svg>
  );
}
