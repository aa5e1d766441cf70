import type { Stop } from "@api/commands.types";
import { stopKey } from "@features/crew/pickups/offline/pickup-line";
import { CompleteDialog } from "@features/crew/stop/complete-dialog";
import type { Completion } from "@features/crew/stop/complete-form";
import { useDoorCount } from "@features/warehouse/items/door-dialog";

interface CompletePickupProps {
  userId: string;
  stop: Stop;
  onScan: () => void;
  onClose: () => void;
  onComplete: (completion: Completion) => void;
}

/** Completes a pickup of the queue, for which a count alone will do. */
export function CompletePickup({ userId, stop, onScan, ...act }: CompletePickupProps) {
  const { listed, taken } = useDoorCount(userId, stop);
  const { full_name, items_counted } = stop;
  return (
    <CompleteDialog
      userId={userId}
      stop={{
        key: stopKey(stop),
        kind: "pickup",
        full_name,
        signer: full_name,
        items_counted,
        listed,
        scanned: taken,
      }}
      hands={null}
      onScan={stop.booking_id ? onScan : undefined}
      {...act}
    />
  );
}
