import { itemKeys, itemsOf } from "@api/booking-items";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { Picture } from "@components/picture";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { itemWords } from "@features/backoffice/customers/file-words";
import { untilReachable } from "@lib/list-query";
import { useQuery } from "@tanstack/react-query";

interface StopItemsProps {
  bookingId: string;
  name: string;
  onClose: () => void;
}

/** What the customer of a stop listed, with its photos; the count at the door decides. */
export function StopItems({ bookingId, name, onClose }: StopItemsProps) {
  const { data, error } = useQuery({
    queryKey: itemKeys.of(bookingId),
    queryFn: () => itemsOf(bookingId),
    ...untilReachable,
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title="Items to hand over"
        description={`As ${name} listed them. Your count decides.`}
        footer={
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        }
      >
        {error && !data ? (
          <p className="text-sm text-brick-text">{toApiError(error).message}</p>
        ) : !data ? (
          <Skeleton className="h-24" />
        ) : data.length === 0 ? (
          <p className="text-muted">Nothing is listed.</p>
        ) : (
          <ul aria-label="Items" className="divide-y divide-line border-y border-line">
            {data.map((item) => (
              <li key={item.id} className="flex min-h-12 items-center gap-3 py-2">
                {item.picture_id ? (
                  <Picture
                    id={item.picture_id}
                    load={fileOf}
                    words={`Photo of ${item.description}`}
                  />
                ) : null}
                <span className="min-w-0 wrap-anywhere">{itemWords(item)}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  );
}
