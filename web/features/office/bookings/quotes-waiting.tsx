import { deliveryQuoteKeys, waitingQuotes } from "@api/bookings/delivery-quotes";
import { AddressLink } from "@components/lists/address-link";
import { counted } from "@components/lists/pager";
import { OPENED_HERE } from "@features/office/address-panel";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

/** Deliveries to another city that wait for a price; nothing where there are none. */
export function QuotesWaiting() {
  const { href } = useAddress();
  const { data } = useQuery({
    queryKey: deliveryQuoteKeys.waiting,
    queryFn: () => waitingQuotes(),
    ...untilReachable,
  });
  const quotes = data?.filter(({ state }) => state === "asked") ?? [];
  if (quotes.length === 0) return null;
  return (
    <details className="group rounded-2xl border border-line bg-mist text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-2xl px-4 font-semibold [&::-webkit-details-marker]:hidden">
        {counted(quotes.length, "delivery waits", "deliveries wait")} for a quote
        <ChevronDown aria-hidden="true" className="size-4.5 group-open:rotate-180" />
      </summary>
      <ul className="grid max-h-72 overflow-y-auto border-t border-line px-4 pb-2">
        {quotes.map((quote) => (
          <li key={quote.id} className="border-b border-dashed border-line last:border-b-0">
            <AddressLink
              to={href({ booking: quote.booking_id })}
              state={OPENED_HERE}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-2 hover:underline"
            >
              <span className="font-semibold wrap-anywhere">{quote.name}</span>
              <span className="text-muted wrap-anywhere">
                {quote.campus} to {quote.address}, {formatDay(quote.day)}
              </span>
            </AddressLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
