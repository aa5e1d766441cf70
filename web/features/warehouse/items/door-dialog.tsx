import type { Stop } from "@api/commands.types";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { labelOwners } from "./door-scan";
import { countDone, drawnItems } from "./drawn-items";
import { StopItemList } from "./stop-item-list";
import { useScans } from "./use-scans";

interface DoorDialogProps {
  userId: string;
  stop: Stop;
  /** the day's stops, whose labels are not this one's */
  stops: readonly Stop[];
  onClose: () => void;
}

/** The items of a pickup as the van takes them along: each scanned, with a photo where one is due. */
export function DoorDialog({ userId, stop, stops, onClose }: DoorDialogProps) {
  const queries = useQueryClient();
  const { unsent } = useScans(userId);
  const items = drawnItems(asDrawn(stop), unsent);
  const others = labelOwners(
    stops.flatMap((one) =>
      one === stop
        ? []
        : {
            full_name: one.full_name,
            labels: drawnItems(asDrawn(one), unsent).map(({ label_code }) => label_code),
          },
    ),
  );
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="md"
        title={`Items of ${stop.full_name}`}
        description={`${countDone("pickup", items)} of ${items.length} taken along`}
        footer={
          <DialogClose asChild>
            <Button className="max-sm:h-14 max-sm:flex-1">Done</Button>
          </DialogClose>
        }
      >
        <div className="grid gap-4">
          <StopItemList
            sender={{ queries, userId }}
            stop={{ ...stop, id: stop.queue_id, kind: "pickup", open: true, items }}
            others={others}
            scanning
          />
          {items.length === 0 ? (
            <p className="text-muted">Nothing is listed. Put a label on each item and scan it.</p>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** How many items of a pickup there are, and how many of them were taken along. */
export function useDoorCount(userId: string, stop: Stop): { listed: number; taken: number } {
  const { unsent } = useScans(userId);
  const items = drawnItems(asDrawn(stop), unsent);
  return { listed: items.length, taken: countDone("pickup", items) };
}

const asDrawn = ({ queue_id, booking_id, items }: Stop) => ({ id: queue_id, booking_id, items });
