import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { Button } from "@components/ui/button";
import storage from "@facts/storage.json";
import { terms } from "@lib/site/published";
import { Link } from "react-router";
import { type Fit, fitWords } from "./fit";

/** The most boxes that the picture shows. */
const MOST_SHOWN = 8;
const kit = storage.medium_box.kit_boxes;

/** The boxes, how full each is, and the way into the estimate. */
export function FitResult({ fit, onClear }: { fit: Fit; onClear: () => void }) {
  const { boxes, items, heavy } = fit;
  const over = boxes.length - kit;
  return (
    <section
      id="fit-result"
      aria-label="What you need"
      className="grid gap-4 rounded-card border border-line bg-sheet p-5 sm:p-6 lg:sticky lg:top-24"
    >
      <IsoScene
        scene={boxStack(Math.min(boxes.length, MOST_SHOWN))}
        dropGroup="newest"
        className="mx-auto h-44 w-full"
      />
      <div aria-live="polite" className="grid gap-2">
        <p className="text-2xl font-bold">{items ? fitWords(fit) : "Nothing picked yet"}</p>
        <p className="text-sm text-muted">
          {items
            ? `${items} ${items === 1 ? "item" : "items"} for the price. ${kitWords(over)}`
            : "Add what is in your room, and the boxes pile up here."}
        </p>
        {heavy ? (
          <p className="text-sm">
            {heavy} over {terms.heavy_box_over_lb} lb, counted so in the estimate.
          </p>
        ) : null}
      </div>
      {boxes.length ? (
        <ol className="grid max-h-52 gap-1.5 overflow-y-auto" aria-label="How full each box is">
          {boxes.map(({ percent, lb }, index) => (
            // Boxes differ by their place alone.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is all they have
            <li key={index} className="tabular flex items-center gap-3 text-xs">
              <span className="w-12 shrink-0 font-semibold">Box {index + 1}</span>
              <span
                aria-hidden="true"
                className="h-2.5 flex-1 overflow-hidden rounded-full bg-pine-soft"
              >
                <span className="block h-full bg-pine" style={{ width: `${percent}%` }} />
              </span>
              <span className="w-24 shrink-0 text-right text-muted">
                {percent}%, {lb} lb
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {items ? (
          <>
            <Button asChild>
              <Link
                to={`/pricing?${new URLSearchParams({
                  items: `${items}`,
                  ...(heavy ? { heavy_items: `${heavy}` } : {}),
                })}#estimate`}
              >
                See the price
              </Link>
            </Button>
            <Button variant="ghost" onClick={onClear}>
              Start over
            </Button>
          </>
        ) : (
          <Button variant="secondary" asChild>
            <a href="#estimate">I know my number of items</a>
          </Button>
        )}
      </div>
    </section>
  );
}

function kitWords(over: number): string {
  if (over > 0)
    return `The free kit has ${kit} boxes; bring ${over} of about the same size yourself.`;
  return `The free kit has ${kit} boxes.`;
}
