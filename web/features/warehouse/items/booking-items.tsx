import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { ListProblem } from "@components/lists/list-problem";
import { Badge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { Skeleton } from "@components/ui/skeleton";
import { friendsRead, itemsRead } from "@features/office/bookings/record/record-reads";
import { useQuery } from "@tanstack/react-query";
import { byPerson } from "./by-person";
import { ItemHistory } from "./item-history";
import { STATE_WORDS } from "./item-words";

/** The items of a booking by person, with what was recorded of each; nothing where none is listed. */
export function BookingItems({ bookingId }: { bookingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(itemsRead(bookingId));
  const friends = useQuery(friendsRead(bookingId)).data ?? [];
  if (error && !data)
    return (
      <ListProblem
        error={error}
        title="Fetch Error"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        The items could not be loaded.
      </ListProblem>
    );
  if (!data) return <Skeleton late className="h-16" />;
  if (data.length === 0 && friends.length === 0) return null;
  return (
    <section aria-labelledby="items-title" className="grid gap-2">
      <h3 id="items-title" className="text-lg">
        Items{" "}
        <span className="tabular font-sans text-sm font-normal tracking-normal text-muted">
          {data.length}
        </span>
      </h3>
      {byPerson(data, friends).map(({ friend, items }) => (
        <div key={friend?.id ?? "owner"} className="grid gap-1">
          {friend ? (
            <h4 className="font-sans text-sm font-semibold wrap-anywhere">
              {friend.name}
              <span className="font-normal text-muted">
                {" "}
                shares the bundle. {friend.room ?? "Brings the items to the customer"}
                {friend.email ? `. ${friend.email}` : ""}
              </span>
            </h4>
          ) : null}
          {items.length === 0 ? (
            <p className="text-sm text-muted">Nothing is listed.</p>
          ) : (
            <ul
              aria-label={friend ? `Items of ${friend.name}` : "Items of the booking"}
              className="divide-y divide-line border-y border-line"
            >
              {items.map((item) => {
                const state = STATE_WORDS[item.state];
                const photo =
                  item.picture_id ??
                  item.events?.find(({ photo_id }) => photo_id)?.photo_id ??
                  null;
                return (
                  <li
                    key={item.id}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm"
                  >
                    <span className="tabular w-6 text-right text-muted">{item.number}</span>
                    {photo ? (
                      <Picture id={photo} load={fileOf} words={`Photo of ${item.description}`} />
                    ) : null}
                    <span className="min-w-40 flex-1 font-semibold wrap-anywhere">
                      {item.description}
                    </span>
                    {item.label_code ? <Code className="text-xs">{item.label_code}</Code> : null}
                    <Badge tone={state.tone}>{state.label}</Badge>
                    {item.damaged ? <Badge tone="brick">Damaged</Badge> : null}
                    {item.heavy ? <Badge>Heavy</Badge> : null}
                    <ItemHistory itemId={item.id} name={`${item.number}, ${item.description}`}>
                      {item.last_event_words ?? "Nothing recorded yet"}
                    </ItemHistory>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
