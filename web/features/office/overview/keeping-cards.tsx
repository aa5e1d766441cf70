import { custodyKeys, itemsInKeeping } from "@api/pickups/custody";
import { counted } from "@components/lists/pager";
import { useDataSession } from "@features/office/data-session";
import { useQuery } from "@tanstack/react-query";
import { Figure } from "./figure-cards";
import { figure, percent } from "./figures";

/** What is in our keeping now, at one campus or at all of them. */
export function KeepingCards({ campusId }: { campusId: number | null }) {
  const { via, cacheKey } = useDataSession();
  const { data } = useQuery({
    queryKey: [...cacheKey, ...custodyKeys.keeping],
    queryFn: () => itemsInKeeping(via),
    networkMode: "always",
  });
  if (!data) return null;
  const campusRows = data.filter((one) => campusId === null || one.campus_id === campusId);
  const sum = (what: "kept" | "missing" | "damaged" | "used" | "places") =>
    campusRows.reduce((all, one) => all + one[what], 0);
  const [items, places] = [sum("kept"), sum("places")];
  const used = percent(sum("used"), places);
  return (
    <ul aria-label="In our keeping now" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Figure
        label="Items in our keeping"
        value={figure(items)}
        change="Now, from pickup to return"
      />
      <Figure
        label="Missing items"
        value={figure(sum("missing"))}
        change={`of ${counted(items, "item")} in our keeping`}
      />
      <Figure
        label="Damaged items"
        value={figure(sum("damaged"))}
        change={`of ${counted(items, "item")} in our keeping`}
      />
      <Figure
        label="Shelf space used"
        value={used === null ? "No shelves" : `${used}%`}
        change={`${figure(sum("used"))} of ${counted(places, "place")}`}
      />
    </ul>
  );
}
