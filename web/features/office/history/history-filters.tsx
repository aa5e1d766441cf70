import { RefreshButton } from "@components/lists/refresh-button";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { useAddress } from "@lib/lists/url-state";
import type { ReactNode } from "react";
import { useStaff } from "./history-query";
import { ACTORS, EVERYTHING, type HistoryView, isNarrowed, KINDS, narrowed } from "./history-view";

const ALL = "all";
const KIND_OPTIONS = [{ value: ALL, label: "Everything" }, ...KINDS];

interface HistoryFiltersProps {
  view: HistoryView;
  onRefresh: () => void;
  refreshing: boolean;
  /** Stands before the refresh. */
  children: ReactNode;
}

/** What, who and when. Every choice is in the address. */
export function HistoryFilters({ view, onRefresh, refreshing, children }: HistoryFiltersProps) {
  const { change } = useAddress();
  const staff = useStaff();
  const person =
    view.actor === null ? ALL : typeof view.actor === "string" ? view.actor : view.actor.id;
  const actors = [
    { value: ALL, label: "Anybody" },
    ...ACTORS,
    ...(staff ?? []).map(({ id, full_name }) => ({ value: id, label: full_name || "Staff" })),
  ];
  // A person chosen by a press on their name in a line.
  if (!actors.some(({ value }) => value === person))
    actors.push({ value: person, label: "One person" });
  return (
    <div className="grid grid-cols-2 items-start gap-2 lg:grid-cols-[13rem_12rem_minmax(14rem,1fr)_11rem_auto]">
      <Select
        aria-label="Kind"
        options={KIND_OPTIONS}
        value={view.kind ?? ALL}
        onValueChange={(kind) => change(narrowed({ kind: kind === ALL ? null : kind }))}
      />
      <Select
        aria-label="Person"
        options={actors}
        value={person}
        onValueChange={(by) => change(narrowed({ by: by === ALL ? null : by }))}
      />
      <SearchBox
        label="Customer, email or booking code"
        value={view.about}
        onSearch={(about) => change(narrowed({ about: about || null }))}
        className="max-sm:col-span-2"
      />
      <div className="max-sm:col-span-2">
        <Field label="Day" hideLabel>
          <DatePicker
            value={view.day ?? undefined}
            placeholder="Any day"
            onChange={(date) => change(narrowed({ date }))}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:col-span-2">
        {children}
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
      </div>
      {isNarrowed(view) ? (
        <div className="col-span-full">
          <Button variant="ghost" onClick={() => change(EVERYTHING)}>
            Clear filters
          </Button>
        </div>
      ) : null}
    </div>
  );
}
