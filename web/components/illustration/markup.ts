import type { Scene, Shape } from "./iso";

/** A scene as the text of an SVG file, for pictures that are served on their own. */
export function svgMarkup(title: string, { width, height, shapes }: Scene): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${title}</title>`,
    ...shapes.map(path),
    "</svg>\n",
  ].join("\n");
}

function path({ d, fill, stroke }: Shape): string {
  if (!stroke) return `<path fill="${fill}" d="${d}"/>`;
  const { transform, width, dash } = stroke;
  const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
  return `<path fill="none" stroke="${fill}" stroke-width="${width}"${dashes} transform="${transform}" d="${d}"/>`;
}
