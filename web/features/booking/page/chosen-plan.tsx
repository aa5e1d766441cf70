import { planNoteOf } from "@features/booking/price/plan";
import type { BookingStart } from "@lib/site/booking-launcher";
import { PackageCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { bookingStartOf } from "./booking-start";

/** What the link that led here had chosen, `/book?plan=medium`; read once the page is alive. */
export function useChosenStart(): BookingStart {
  const [start, setStart] = useState<BookingStart>({});
  useEffect(() => setStart(bookingStartOf(window.location.search)), []);
  return start;
}

/** The chosen bundle, under the button that goes on with it. */
export function ChosenPlan({ start }: { start: BookingStart }) {
  const note = planNoteOf({
    plan: start.planId ?? "",
    items: start.items ?? null,
    split: start.split ?? false,
  });
  return (
    <p role="status" className="flex items-center gap-2 text-sm font-semibold empty:hidden">
      {note ? (
        <>
          <PackageCheck aria-hidden="true" className="size-5 shrink-0 text-pine" />
          You chose: {note}
        </>
      ) : null}
    </p>
  );
}
