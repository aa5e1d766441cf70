import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** What crews read: a colour of text on a colour behind it, as their screens pair them. */
const PAIRS: readonly [string, string][] = [
  ...["paper", "sheet", "mist", "pine-soft", "tape-soft", "brick-soft", "sky-soft"].flatMap(
    (behind): [string, string][] => [
      ["ink", behind],
      ["muted", behind],
    ],
  ),
  ["ink", "sky"],
  ["on-tape", "tape"],
  ["on-pine", "pine"],
  ["on-brick", "brick"],
  ["brick-text", "sheet"],
  ["brick-text", "paper"],
  ["brick-text", "mist"],
  ["brick-text", "brick-soft"],
];
const LEAST = 7;

type Lch = [lightness: number, chroma: number, hue: number];

/** The tokens of a block of styles.css, by name. */
function tokensOf(block: string): Map<string, Lch> {
  const found = block.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...found].map(([, name = "", ...lch]) => [name, lch.map(Number) as Lch] as const),
  );
}

/** The relative luminance of WCAG 2, from OKLCH by the matrices of CSS Color 4. */
function luminance([lightness, chroma, hue]: Lch): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (value: number) => Math.min(1, Math.max(0, value));
  const red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Lch, other: Lch): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const css = readFileSync(path.join(import.meta.dirname, "styles.css"), "utf8");
const light = tokensOf(css.slice(css.indexOf(":root {"), css.indexOf(".dark {")));
const dark = new Map([
  ...light,
  ...tokensOf(css.slice(css.indexOf(".dark {"), css.indexOf("@theme"))),
]);

// Rule: crew-contrast.
it.each([
  ["light", light],
  ["dark", dark],
] as const)("crews read %s screens in the sun: every pair of colours has 7:1", (_, tokens) => {
  const weak = PAIRS.flatMap(([text, behind]) => {
    const [one, other] = [tokens.get(text), tokens.get(behind)];
    if (!(one && other)) return [`${text} on ${behind}: no such colour`];
    const found = contrast(one, other);
    return found < LEAST ? [`${text} on ${behind}: ${found.toFixed(2)}`] : [];
  });
  expect(weak).toEqual([]);
});
