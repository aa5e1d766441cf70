import type { Stop } from "@api/commands.types";
import { DropdownMenuItem } from "@components/ui/dropdown-menu";
import {
  ArrowDownToLine,
  ArrowUpToLine,
  BadgeCheck,
  BadgeX,
  DoorOpen,
  Package,
  ScanLine,
  Ticket,
  Undo2,
  UserRound,
  X,
} from "lucide-react";
import { Link } from "react-router";
import { useStopLinks } from "./stop-links";
import type { StopVerbs } from "./stop-verbs";

interface StopMenuProps {
  stop: Stop;
  verbs: StopVerbs;
  /** Shows what the customer listed. */
  onListed: () => void;
}

/** What a card can be asked for beside its buttons. */
export function StopMenu({ stop, verbs, onListed }: StopMenuProps) {
  const { booking, account } = useStopLinks(stop);
  return (
    <>
      {stop.pickup_status === "in_progress" ? (
        <>
          {stop.queue_id && !stop.arrived_at ? (
            <DropdownMenuItem onSelect={() => verbs.arrived(stop)}>
              <DoorOpen aria-hidden="true" /> Arrived
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => verbs.takeBack(stop)}>
            <Undo2 aria-hidden="true" /> Take back On Way
          </DropdownMenuItem>
        </>
      ) : null}
      {booking ? (
        <DropdownMenuItem asChild>
          <Link to={booking}>
            <Ticket aria-hidden="true" /> Booking
          </Link>
        </DropdownMenuItem>
      ) : null}
      {account ? (
        <DropdownMenuItem asChild>
          <Link to={account}>
            <UserRound aria-hidden="true" /> Account
          </Link>
        </DropdownMenuItem>
      ) : null}
      {stop.booking_id ? (
        <DropdownMenuItem onSelect={() => verbs.scan(stop)}>
          <ScanLine aria-hidden="true" /> Scan items
        </DropdownMenuItem>
      ) : null}
      {stop.booking_id ? (
        <DropdownMenuItem onSelect={onListed}>
          <Package aria-hidden="true" /> Items to hand over ({stop.items.length})
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => verbs.ready(stop, !stop.is_ready)}>
        {stop.is_ready ? <BadgeX aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
        {stop.is_ready ? "Not ready" : "Mark as ready"}
      </DropdownMenuItem>
      {stop.queue_id ? (
        <DropdownMenuItem onSelect={() => verbs.fail(stop)}>
          <X aria-hidden="true" /> Failed
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => verbs.toEnd(stop, "first")}>
        <ArrowUpToLine aria-hidden="true" /> Make it the next stop
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => verbs.toEnd(stop, "last")}>
        <ArrowDownToLine aria-hidden="true" /> Move to the end
      </DropdownMenuItem>
    </>
  );
}
