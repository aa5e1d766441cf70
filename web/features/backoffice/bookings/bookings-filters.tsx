import { ClearFilters } from "@components/clear-filters";
import { RefreshButton } from "@components/refresh-button";
import { SearchBox } from "@components/search-box";
import { Select } from "@components/ui/select";
import booking from "@facts/booking.json";
import campuses from "@facts/campuses.json";
import { useAddress } from "@lib/url-state";
import {
  type BookingsView,
  isFiltered,
  NO_FILTERS,
  type SortKey,
  sortChange,
} from "./bookings-view";

const ALL = "all";
const STATUSES = [{ value: ALL, label: "All statuses" }, ...booking.statuses];
const CAMPUSES = [
  { value: ALL, label: "All campuses" },
  ...campuses.map(({ id, name }) => ({ value: String(id), label: name })),
];
/** On phones there are no headers to press. */
const ORDERS = [
  { value: "-created", label: "Newest first" },
  { value: "created", label: "Oldest first" },
  { value: "-pickup", label: "Latest pickup first" },
  { value: "pickup", label: "Earliest pickup first" },
  { value: "customer", label: "Customer, A to Z" },
  { value: "-customer", label: "Customer, Z to A" },
  { value: "email", label: "Email, A to Z" },
  { value: "-email", label: "Email, Z to A" },
  { value: "campus", label: "Campus, A to Z" },
  { value: "-campus", label: "Campus, Z to A" },
  { value: "status", label: "Status, A to Z" },
  { value: "-status", label: "Status, Z to A" },
  { value: "type", label: "Guests first" },
  { value: "-type", label: "Registered first" },
];

interface BookingsFiltersProps {
  view: BookingsView;
  onRefresh: () => void;
  refreshing: boolean;
  /** Nothing was found: the empty list itself offers to clear the filters. */
  empty: boolean;
}

/** Search, status and campus of the list, and Refresh. Every choice is in the address. */
export function BookingsFilters({ view, onRefresh, refreshing, empty }: BookingsFiltersProps) {
  const { change } = useAddress();
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:grid-cols-[1fr_1fr_auto] lg:grid-cols-[minmax(14rem,24rem)_11rem_15rem_1fr_auto]">
      <SearchBox
        label="Search name or email"
        value={view.search}
        // The first letter is a step of its own for Back, the rest of the typing is not.
        onSearch={(q) => change({ q, page: null }, { replace: view.search !== "" })}
        className="max-sm:col-span-2 sm:max-lg:col-span-3"
      />
      <Select
        aria-label="Status"
        options={STATUSES}
        value={view.status ?? ALL}
        onValueChange={(status) => change({ status: status === ALL ? null : status, page: null })}
      />
      <Select
        aria-label="Campus"
        options={CAMPUSES}
        value={view.campusId ? String(view.campusId) : ALL}
        onValueChange={(campus) => change({ campus: campus === ALL ? null : campus, page: null })}
      />
      <Select
        aria-label="Sort"
        options={ORDERS}
        value={`${view.descending ? "-" : ""}${view.sort}`}
        onValueChange={(order) => change(sortFrom(order))}
        className="sm:hidden"
      />
      <div className="max-lg:order-last max-lg:col-span-full">
        {empty ? null : <ClearFilters filtered={isFiltered(view)} cleared={NO_FILTERS} />}
      </div>
      <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
    </div>
  );
}

function sortFrom(order: string) {
  const descending = order.startsWith("-");
  return sortChange((descending ? order.slice(1) : order) as SortKey, descending);
}
