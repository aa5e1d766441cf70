import { bookingSums, everyBooking } from "@api/bookings/lists";
import { toApiError } from "@api/errors";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { useDataSession } from "@features/office/data-session";
import { saveCsv } from "@lib/format/csv";
import { toast } from "@lib/toast";
import { Download } from "lucide-react";
import { useState } from "react";
import type { BookingListKind } from "./booking-lists";
import { bookingsCsv, fileName, returnsCsv } from "./bookings-csv";
import { type BookingsView, filtersOf } from "./bookings-view";

interface ExportButtonProps {
  list: BookingListKind;
  view: BookingsView;
  /** the campus day and its offset; needed before anything can be exported */
  clock: { today: string; utc_offset: string } | undefined;
  /** how many rows match */
  count: number;
}

/** Exports all rows that match the filters; the browser writes the file. */
export function ExportButton({ list, view, clock, count }: ExportButtonProps) {
  const { via } = useDataSession();
  const [busy, setBusy] = useState(false);

  async function save() {
    const filters = filtersOf(view, list, clock?.today);
    if (!filters || !clock) return;
    setBusy(true);
    try {
      const rows = await everyBooking(filters, via);
      const returns = list.acts && view.returns !== null;
      const name = fileName(clock.today, returns ? "returns" : "bookings");
      const sums = list.acts && !returns ? await bookingSums(rows, via) : null;
      saveCsv(name, returns ? returnsCsv(rows) : bookingsCsv(rows, clock.utc_offset, sums));
      toast.success("Export ready", {
        description: `${name} holds ${counted(rows.length, "booking")}.`,
      });
    } catch (thrown) {
      toast.error("Export failed", { description: toApiError(thrown).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      disabled={!clock || count === 0}
      onClick={() => void save()}
    >
      {busy ? null : <Download aria-hidden="true" />}
      {busy ? "Exporting..." : "Export CSV"}
    </Button>
  );
}
