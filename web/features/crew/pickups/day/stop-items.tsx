import type { StopFriend, StopItem } from "@api/commands.types";
import { fileOf } from "@api/files";
import { Picture } from "@components/files/picture";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { itemWords } from "@features/office/customers/file-words";
import { byPerson } from "@features/warehouse/items/by-person";
import { PersonHeading } from "@features/warehouse/items/person-heading";

interface StopItemsProps {
  items: readonly StopItem[];
  friends: readonly StopFriend[];
  name: string;
  onClose: () => void;
}

/** What the customer of a stop listed, with its photos; the count at the door decides. */
export function StopItems({ items, friends, name, onClose }: StopItemsProps) {
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
        {items.length === 0 && friends.length === 0 ? (
          <p className="text-muted">Nothing is listed.</p>
        ) : (
          byPerson(items, friends).map(({ friend, items: own }) => (
            <div key={friend?.id ?? "customer"}>
              {friends.length > 0 ? (
                <PersonHeading friend={friend} customer={name} items={own.length} />
              ) : null}
              <ul
                aria-label={friend ? `Items of ${friend.name}` : "Items"}
                className="divide-y divide-line border-y border-line"
              >
                {own.map((item) => (
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
            </div>
          ))
        )}
      </DialogContent>
    </Dialog>
  );
}
