import { BRICK, block, merged, type View } from "@components/illustration/iso";
import { fir } from "@components/illustration/things";
import { STONE, TIMBER } from "@features/marketing/scenes/building";
import { capital, money, spelled } from "@lib/site/fact-words";
import { terms } from "@lib/site/published";
import { type Distance, distancesFrom } from "./campus-places";

const CENTER = { x: 200, y: 148 };
const RING = 142;
/** The plate is seen from the height of the other drawings. */
const TILT = 0.66;

const VIEW: View = { originX: CENTER.x, originY: CENTER.y, scale: 7 };
/** The campus in the middle, and a few trees around it, back to front. */
const CAMPUS = merged([
  ...fir(VIEW, -7.5, -5, 5),
  ...fir(VIEW, -2, -8, 4.4),
  ...block(VIEW, { x: -3.2, y: -2.6, w: 2.4, d: 2.2, h: 3 }, STONE),
  ...block(VIEW, { x: 0.4, y: -2.8, w: 2.2, d: 2.2, h: 4.2 }, BRICK),
  ...block(VIEW, { x: -2.4, y: 0.6, w: 4.6, d: 1.8, h: 1.8 }, TIMBER),
  ...fir(VIEW, 8.4, -3.6, 4.6),
  ...fir(VIEW, -4, 7.6, 4.8),
  ...fir(VIEW, 5.4, 4.4, 4),
  ...fir(VIEW, 7.2, 4, 5),
]);

/** Where a place stands on the plate; what lies beyond the ring is drawn nearer to it. */
function spot({ miles, bearing }: Distance): { x: number; y: number } {
  const free = terms.free_radius_miles;
  const drawnMiles = miles <= free ? miles : Math.min(free + 0.4 + (miles - free) * 0.2, 4);
  const away = (drawnMiles / free) * RING;
  return {
    x: Math.round(CENTER.x + Math.sin(bearing) * away),
    y: Math.round(CENTER.y - Math.cos(bearing) * away * TILT),
  };
}

const milesWords = (miles: number) => `${miles.toFixed(1)} mi`;

/** The free circle around a campus as a drawn plate, and the same as a list. */
export function CampusMap({ slug, name }: { slug: string; name: string }) {
  const places = distancesFrom(slug);
  return (
    <section className="section-y bg-sky-soft" aria-labelledby="how-far">
      <div className="container-page grid items-center gap-10 lg:grid-cols-[7fr_5fr] lg:gap-14">
        <Plate places={places} />
        <div className="grid gap-5">
          <h2 id="how-far" className="text-3xl md:text-4xl">
            {capital(spelled(terms.free_radius_miles))} miles around, free
          </h2>
          <p className="max-w-[48ch]">
            Within {terms.free_radius_miles} miles of {name} pickup and return cost nothing. Farther
            out it is {money.outsidePerMile} a mile, at least {money.outsideMinimum}.
          </p>
          <ul className="border-t border-line-strong empty:hidden">
            {places.map((place, index) => (
              <li
                key={place.name}
                className="tabular grid grid-cols-[1.5rem_1fr_auto_5.5rem] items-baseline gap-3 border-b border-dashed border-line-strong py-2.5"
              >
                <span aria-hidden="true" className="font-display font-bold text-brick-text">
                  {index + 1}
                </span>
                <span className="font-semibold">{place.name}</span>
                <span className="text-sm text-muted">{milesWords(place.miles)}</span>
                <span className="text-right text-sm font-semibold">
                  {place.free ? "Free" : `From ${money.outsideMinimum}`}
                </span>
              </li>
            ))}
          </ul>
          {places.length ? (
            <p className="text-sm text-muted">
              Measured in a straight line from the campus address, to about a tenth of a mile.
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function Plate({ places }: { places: readonly Distance[] }) {
  const { x, y } = CENTER;
  return (
    <svg viewBox="16 -22 368 296" className="h-auto w-full" aria-hidden="true">
      <ellipse cx={x} cy={y + 9} rx={RING} ry={RING * TILT} fill="#8bb9a2" />
      <ellipse cx={x} cy={y} rx={RING} ry={RING * TILT} fill="#b9dac4" />
      {[1, 2].map((mile) => (
        <ellipse
          key={mile}
          cx={x}
          cy={y}
          rx={(RING * mile) / 3}
          ry={(RING * TILT * mile) / 3}
          fill="none"
          stroke="#fff"
          strokeOpacity=".6"
        />
      ))}
      <ellipse
        cx={x}
        cy={y}
        rx={RING}
        ry={RING * TILT}
        fill="none"
        stroke="var(--tape)"
        strokeWidth="5"
        strokeDasharray="16 7"
      />
      {CAMPUS.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
      {places
        .map((place, index) => ({ place, number: index + 1, at: spot(place) }))
        .sort((one, other) => one.at.y - other.at.y)
        .map(({ place, number, at }) => (
          <Pin key={number} number={number} free={place.free} {...at} />
        ))}
    </svg>
  );
}

/** A numbered flag: filled within the free circle, an outline beyond it. */
function Pin({ number, free, x, y }: { number: number; free: boolean; x: number; y: number }) {
  return (
    <g>
      <ellipse cx={x} cy={y} rx="6" ry="4" fill="#0d2a2033" />
      <path d={`M${x} ${y}V${y - 24}`} stroke="#12241e" strokeWidth="2" />
      <path
        d={`M${x - 11} ${y - 43}l11-6 11 6v13l-11 6-11-6z`}
        fill={free ? "#22614b" : "#fff"}
        stroke="#12241e"
        strokeWidth="1.5"
      />
      <text
        x={x}
        y={y - 31.5}
        textAnchor="middle"
        className="font-display text-[14px] font-bold"
        fill={free ? "#fff" : "var(--ink)"}
      >
        {number}
      </text>
    </g>
  );
}
