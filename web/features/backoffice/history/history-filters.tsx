import { RefreshButton } from "@components/lists/refresh-button";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { useAddress } from "@lib/lists/url-state";
import { useStaff } from "./history-query";
import { ACTORS, EVERYTHING, type HistoryView, isNarrowed, KINDS, narrowed } from "./history-view";

const ALL = "all";
const KIND_OPTIONS = [{ value: ALL, label: "Everything" }, ...KINDS];

interface HistoryFiltersProps {
  view: HistoryView;
  onRefresh: () => void;
  refreshing: boolean;
}

/** What, who and when. Every choice is in the address. */
export function HistoryFilters({ view, onRefresh, refreshing }: HistoryFiltersProps) {
  const { change } = useAddress();
  const staff = useStaff();
  const chosen =
    view.actor === null ? ALL : typeof view.actor === "string" ? view.actor : view.actor.id;
  const actors = [
    { value: ALL, label: "Anybody" },
    ...ACTORS,
    ...(staff ?? []).map(({ id, full_name }) => ({ value: id, label: full_name || "Staff" })),
  ];
  // Somebody whose name in a line was pressed.
  if (!actors.some(({ value }) => value === chosen))
    actors.push({ value: chosen, label: "One person" });
  return (
    <div className="grid grid-cols-2 items-start gap-2 lg:grid-cols-[15rem_15rem_14rem_1fr_auto]">
      <Select
        aria-label="Kind"
        options={KIND_OPTIONS}
        value={view.kind ?? ALL}
        onValueChange={(kind) => change(narrowed({ kind: kind === ALL ? null : kind }))}
      />
      <Select
        aria-label="Person"
        options={actors}
        value={chosen}
        onValueChange={(by) => change(narrowed({ by: by === ALL ? null : by }))}
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
      <div className="max-lg:order-last max-lg:col-span-full">
        {isNarrowed(view) ? (
          <Button variant="ghost" onClick={() => change(EVERYTHING)}>
            Clear filters
          </Button>
        ) : null}
      </div>
      <RefreshButton refreshing={refreshing} onRefresh={onRefresh} className="max-sm:col-span-2" />
    </div>
  );
}
