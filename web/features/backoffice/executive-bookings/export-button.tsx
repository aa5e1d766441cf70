import { toApiError } from "@api/errors";
import { everyBooking } from "@api/executive-bookings";
import { counted } from "@components/pager";
import { Button } from "@components/ui/button";
import { asExecutive } from "@features/backoffice/executive-session/executive-data";
import { saveCsv } from "@lib/csv";
import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { bookingsCsv, fileName } from "./bookings-export";
import { type BookingsView, filtersOf } from "./bookings-view";

interface ExportButtonProps {
  view: BookingsView;
  /** the campus day and its offset; nothing can be exported before the server said them */
  clock: { today: string; utc_offset: string } | undefined;
  /** how many rows match */
  count: number;
}

/** All rows that match the filters as a file, made in the browser. */
export function ExportButton({ view, clock, count }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);

  async function save() {
    const filters = filtersOf(view, clock?.today);
    if (!filters || !clock) return;
    setBusy(true);
    try {
      const rows = await everyBooking(filters, asExecutive());
      const name = fileName(clock.today);
      saveCsv(name, bookingsCsv(rows, clock.utc_offset));
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
