const WIDTH = 1200;
const HEIGHT = 630;
const MIST = "#eaf6f1";
/** A framed scene fills the card; one that stands on the page's own ground keeps its air. */
const FRAMED = /^<path fill="#[0-9a-f]+" d="M0 0H\d+V\d+H0Z"/m;

/** A drawing as the picture of a shared link, 1200 by 630; links show the name beside it. */
export function shareCard(svg: string): string {
  const [, width = 0, height = 0] = (svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? []).map(
    Number,
  );
  if (!width || !height) throw new Error("A drawing without its size");
  const framed = FRAMED.test(svg);
  const scale = framed
    ? Math.max(WIDTH / width, HEIGHT / height)
    : Math.min((WIDTH - 160) / width, (HEIGHT - 150) / height);
  const left = (WIDTH - width * scale) / 2;
  const top = (HEIGHT - height * scale) / 2 - (framed ? 0 : 20);
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<path fill="${MIST}" d="M0 0H${WIDTH}V${HEIGHT}H0Z"/>`,
    `<g transform="translate(${left} ${top}) scale(${scale})">${inner}</g></svg>`,
  ].join("");
}
