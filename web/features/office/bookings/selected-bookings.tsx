import type { Booking } from "@api/bookings/booking";
import { MOST_AT_ONCE } from "@api/bookings/bulk";
import { type BookingFilters, bookingSums, everyBooking } from "@api/bookings/lists";
import { customerName } from "@api/bookings/words";
import { toApiError } from "@api/errors";
import { counted } from "@components/lists/pager";
import { selectColumn } from "@components/lists/select-rows";
import { SelectionBar } from "@components/lists/selection-bar";
import { Button } from "@components/ui/button";
import { BulkActions } from "@features/office/bulk/bulk-actions";
import { bulkRow } from "@features/office/bulk/bulk-row";
import { useDataSession } from "@features/office/data-session";
import type { SelectionCode } from "@features/office/list-selection";
import { saveCsv } from "@lib/format/csv";
import type { Selection } from "@lib/lists/use-selection";
import { toast } from "@lib/toast";
import { Download } from "lucide-react";
import { bookingsCsv, fileName } from "./bookings-csv";

export const boxes: SelectionCode<Booking>["boxes"] = (selection, rows) =>
  selectColumn({ selection, rows, what: "bookings", nameOf: customerName });

interface SelectedBookingsProps {
  selection: Selection<Booking>;
  filters: BookingFilters | null;
  /** how many match */
  count: number;
  clock: { today: string; utc_offset: string } | undefined;
}

/** What the office does with the bookings that it selected. */
export function SelectedBookings({ selection, filters, count, clock }: SelectedBookingsProps) {
  const { via } = useDataSession();
  const { rows } = selection;

  async function readAll() {
    try {
      return filters ? await everyBooking(filters, via) : [];
    } catch (thrown) {
      toast.error("Not selected", { description: toApiError(thrown).message });
      return [];
    }
  }

  async function save() {
    if (!clock) return;
    const name = fileName(clock.today);
    try {
      saveCsv(name, bookingsCsv(rows, clock.utc_offset, await bookingSums(rows, via)));
      toast.success("Export ready", {
        description: `${name} holds ${counted(rows.length, "booking")}.`,
      });
    } catch (thrown) {
      toast.error("Export failed", { description: toApiError(thrown).message });
    }
  }

  return (
    <SelectionBar
      selection={selection}
      what="booking"
      all={{ count, most: MOST_AT_ONCE, read: readAll }}
    >
      <BulkActions
        rows={rows.map(bulkRow)}
        onLeft={(ids) => selection.keep(rows.filter(({ id }) => ids.includes(id)))}
      />
      <Button size="sm" variant="secondary" disabled={!clock} onClick={() => void save()}>
        <Download aria-hidden="true" />
        Export
      </Button>
    </SelectionBar>
  );
}
