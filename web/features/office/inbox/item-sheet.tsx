import { useCampusClock } from "@api/clock";
import { type Inbox, type ItemName, inboxKeys, readInboxItem } from "@api/inbox";
import { Sheet, SheetContent } from "@components/ui/sheet";
import { useAddressPanel } from "@features/office/address-panel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { WhenDue } from "./inbox-columns";
import { itemParam } from "./inbox-view";
import { ItemMenu, ItemOwner } from "./item-menu";
import { ItemPanel } from "./item-panel";
import { ItemPlaceholder } from "./item-placeholder";
import { KIND_WORDS, placeOf } from "./kind-words";

interface ItemSheetProps {
  /** null while none is open */
  item: ItemName | null;
  office: Inbox["office"];
}

/** One item from the right: what it is about, whose it is, and how it is decided. */
export function ItemSheet({ item, office }: ItemSheetProps) {
  const { close } = useAddressPanel("item", item && itemParam(item));
  const queries = useQueryClient();
  const clock = useCampusClock().data;
  // What was open stays drawn while the panel closes.
  const [drawn, setDrawn] = useState(item);
  if (item !== null && (item.kind !== drawn?.kind || item.id !== drawn.id)) setDrawn(item);
  const query = useQuery({
    queryKey: inboxKeys.item(drawn ?? { kind: "claim", id: "" }),
    queryFn: () => (drawn ? readInboxItem(drawn) : null),
    enabled: item !== null,
    retry: false,
    networkMode: "always",
    staleTime: 0,
  });
  const { data } = query;
  function done() {
    close();
    void queries.invalidateQueries({ queryKey: inboxKeys.all });
  }
  const mayTake = office.length > 0;
  const place = data && placeOf(data);
  return (
    <Sheet open={item !== null} onOpenChange={(open) => !open && close()}>
      <SheetContent
        inAddress
        title={data?.name ?? (drawn ? KIND_WORDS[drawn.kind] : "")}
        description={data ? KIND_WORDS[data.kind] : undefined}
        className="max-w-[720px]"
      >
        {data ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <div className="grid gap-2 border-b border-dashed border-line-strong pb-4">
              {data.kind === "conversation" ? null : (
                <p className="font-medium wrap-anywhere">{data.words}</p>
              )}
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                <WhenDue item={data} utcOffset={clock?.utc_offset} />
                {data.booking_id && mayTake ? (
                  <Link
                    to={`/admin-dashboard?tab=bookings&booking=${data.booking_id}`}
                    className="min-h-11 content-center underline decoration-line-strong underline-offset-4 md:min-h-9"
                  >
                    Booking
                  </Link>
                ) : null}
                {mayTake ? (
                  <>
                    <ItemOwner item={data} />
                    <ItemMenu item={data} office={office} today={clock?.today} />
                  </>
                ) : null}
              </div>
            </div>
            {place ? (
              <Link to={place} className="underline underline-offset-4">
                Open {KIND_WORDS[data.kind]}
              </Link>
            ) : (
              <ItemPanel key={data.id} item={data} onDone={done} />
            )}
          </div>
        ) : (
          <ItemPlaceholder query={query} />
        )}
      </SheetContent>
    </Sheet>
  );
}
