import { ClearFilters } from "@components/lists/clear-filters";
import { SearchBox } from "@components/lists/search-box";
import { LateSelect } from "@components/ui/late-select";
import { cn } from "@lib/cn";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { type BookingListKind, sortColumns } from "./booking-lists";
import { type BookingsView, isFiltered, NO_FILTERS, sortChange } from "./bookings-view";
import { DaysFilter } from "./days-filter";

const ALL = "all";
const CAMPUSES = campuses.map(({ id, name }) => ({ value: String(id), label: name }));
/** Two beside each other on phones; one that is alone in its row fills it. */
const HALF = "max-sm:grow max-sm:basis-[calc(50%-0.25rem)]";
/** On the narrowest phones the words need the room of the frame. */
const FILTER = cn(HALF, "sm:w-42 max-[22rem]:gap-1 max-[22rem]:px-2.5 max-[22rem]:text-sm");

interface BookingsFiltersProps {
  list: BookingListKind;
  view: BookingsView;
  /** No matches: the empty list itself offers to clear the filters. */
  empty: boolean;
}

/** Search, filters and, on phones, the order. Every choice is in the address. */
export function BookingsFilters({ list, view, empty }: BookingsFiltersProps) {
  const { params, change } = useAddress();
  const filters = [
    { name: "status", label: "Status", all: "All statuses", now: view.status, of: list.statuses },
    { name: "campus", label: "Campus", all: "All campuses", now: view.campusId, of: CAMPUSES },
  ];
  const orders = sortColumns(list).flatMap(({ id, sort }) => {
    const [rising, falling] = sort?.words ?? [];
    const both = [
      { value: id, label: rising ?? id },
      { value: `-${id}`, label: falling ?? id },
    ];
    return sort?.fallingFirst ? both.reverse() : both;
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={list.search.label}
        value={view.search}
        // The first letter is a step of its own for Back, the rest of the typing is not.
        onSearch={(q) => change({ q, page: null }, { replace: view.search !== "" })}
        className="max-xl:basis-full xl:min-w-52 xl:flex-1"
      />
      {filters.map(({ name, label, all, now, of }) => (
        <LateSelect
          key={name}
          aria-label={label}
          options={[{ value: ALL, label: all }, ...of]}
          value={now === null ? ALL : String(now)}
          onValueChange={(next) => change({ [name]: next === ALL ? null : next, page: null })}
          className={FILTER}
        />
      ))}
      <DaysFilter
        label="Pickup date"
        any="Any pickup"
        value={view.pickup}
        onChange={(date) => change({ date, page: null })}
        className={FILTER}
      />
      <DaysFilter
        label="Return date"
        any="Any return"
        value={view.returns}
        onChange={(next) =>
          // Returns are read by their days, unless an order was chosen.
          change({
            return: next,
            page: null,
            ...(next && !params.has("sort") ? { sort: "return" } : {}),
            ...(next === null && params.get("sort") === "return" ? { sort: null } : {}),
          })
        }
        className={FILTER}
      />
      <LateSelect
        aria-label="Sort"
        options={orders}
        value={`${view.descending ? "-" : ""}${view.sort}`}
        onValueChange={(order) => change(sortChange(order))}
        className={cn(HALF, "sm:hidden")}
      />
      {empty || !isFiltered(view) ? null : (
        <div className="max-sm:order-last max-sm:basis-full">
          <ClearFilters filtered cleared={NO_FILTERS} />
        </div>
      )}
    </div>
  );
}
