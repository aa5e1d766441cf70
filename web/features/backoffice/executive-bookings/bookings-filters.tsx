import { ClearFilters } from "@components/clear-filters";
import { SearchBox } from "@components/search-box";
import { Select } from "@components/ui/select";
import campuses from "@facts/campuses.json";
import { useAddress } from "@lib/url-state";
import type { ReactNode } from "react";
import {
  type BookingsView,
  isFiltered,
  NO_FILTERS,
  PERIODS,
  STATUSES,
  sortChange,
  statusLabel,
} from "./bookings-view";

const ALL = "all";
const STATUS_OPTIONS = [
  { value: ALL, label: "All statuses" },
  ...STATUSES.map((value) => ({ value, label: statusLabel(value) })),
];
const PERIOD_OPTIONS = [{ value: ALL, label: "Any pickup date" }, ...PERIODS];
const CAMPUS_OPTIONS = [
  { value: ALL, label: "All campuses" },
  ...campuses.map(({ id, name }) => ({ value: String(id), label: name })),
];
/** On phones there are no headers to press. */
const ORDERS = [
  { value: "-created", label: "Newest first" },
  { value: "created", label: "Oldest first" },
  { value: "pickup", label: "Earliest pickup first" },
  { value: "-pickup", label: "Latest pickup first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "email", label: "Email, A to Z" },
  { value: "-email", label: "Email, Z to A" },
  { value: "kit", label: "Earliest supply kit first" },
  { value: "-kit", label: "Latest supply kit first" },
  { value: "delivery", label: "Delivery option, A to Z" },
  { value: "-delivery", label: "Delivery option, Z to A" },
  { value: "status", label: "Status, A to Z" },
  { value: "-status", label: "Status, Z to A" },
];

interface BookingsFiltersProps {
  view: BookingsView;
  /** Nothing was found: the empty list itself offers to clear the filters. */
  empty: boolean;
  /** What stands at the end of the row. */
  children: ReactNode;
}

/** Search, status, days of pickup and campus. Every choice is in the address. */
export function BookingsFilters({ view, empty, children }: BookingsFiltersProps) {
  const { change } = useAddress();
  const choose = (name: string) => (value: string) =>
    change({ [name]: value === ALL ? null : value, page: null });
  return (
    <div className="grid grid-cols-2 items-center gap-2 md:grid-cols-3 xl:grid-cols-[minmax(13rem,22rem)_10.5rem_11rem_13rem_1fr_auto]">
      <SearchBox
        label="Search name, email, phone or address"
        value={view.search}
        // The first letter is a step of its own for Back, the rest of the typing is not.
        onSearch={(q) => change({ q, page: null }, { replace: view.search !== "" })}
        className="max-md:col-span-2 md:max-xl:col-span-3"
      />
      <Select
        aria-label="Status"
        options={STATUS_OPTIONS}
        value={view.status ?? ALL}
        onValueChange={choose("status")}
      />
      <Select
        aria-label="Pickup date"
        options={PERIOD_OPTIONS}
        value={view.period ?? ALL}
        onValueChange={choose("date")}
      />
      <Select
        aria-label="Campus"
        options={CAMPUS_OPTIONS}
        value={view.campusId ? String(view.campusId) : ALL}
        onValueChange={choose("campus")}
      />
      <Select
        aria-label="Sort"
        options={ORDERS}
        value={`${view.descending ? "-" : ""}${view.sort}`}
        onValueChange={(order) => change(sortChange(order))}
        className="sm:hidden"
      />
      <div className="max-xl:order-last max-md:col-span-2 md:max-xl:col-span-1">
        {empty ? null : <ClearFilters filtered={isFiltered(view)} cleared={NO_FILTERS} />}
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2 max-md:*:flex-1 md:max-xl:col-span-2">
        {children}
      </div>
    </div>
  );
}
