import type { Inbox, InboxItem } from "@api/inbox";
import { Button } from "@components/ui/button";
import { LateMenu } from "@components/ui/late-menu";
import { useSession } from "@lib/auth/session";
import { addDays, formatDay } from "@lib/format/dates";
import {
  AlarmClock,
  AlarmClockOff,
  Ellipsis,
  UserRound,
  UserRoundCheck,
  UserRoundX,
} from "lucide-react";
import { type Step, useInboxStep } from "./inbox-step";

/** For how many days an item sleeps. */
const SNOOZES = [
  { days: 1, label: "Tomorrow" },
  { days: 3, label: "In 3 days" },
  { days: 7, label: "In a week" },
] as const;

interface ItemMenuProps {
  item: InboxItem;
  office: Inbox["office"];
  /** the campus-local day */
  today: string | undefined;
}

/** Who takes an item, and until when it sleeps. */
export function ItemMenu({ item, office, today }: ItemMenuProps) {
  const me = useSession().user?.id;
  const step = useInboxStep(item);
  const make = (next: Step) => !step.isPending && step.mutate(next);
  const others = office.filter(({ id }) => id !== item.owner_id && id !== me);
  return (
    <LateMenu
      trigger={
        <Button
          variant="secondary"
          size="sm"
          busy={step.isPending}
          aria-label={`Assign or snooze ${item.name}`}
          className="px-2.5 max-md:w-11"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {({ DropdownMenuItem }) => (
        <>
          {me && item.owner_id !== me ? (
            <DropdownMenuItem onSelect={() => make({ do: "assign", owner_id: me })}>
              <UserRoundCheck aria-hidden="true" />
              Take it
            </DropdownMenuItem>
          ) : null}
          {item.owner_id ? (
            <DropdownMenuItem onSelect={() => make({ do: "assign", owner_id: null })}>
              <UserRoundX aria-hidden="true" />
              Give to no one
            </DropdownMenuItem>
          ) : null}
          {item.snoozed_until ? (
            <DropdownMenuItem onSelect={() => make({ do: "snooze", until: null })}>
              <AlarmClockOff aria-hidden="true" />
              Back to the list now
            </DropdownMenuItem>
          ) : null}
          {today
            ? SNOOZES.map(({ days, label }) => {
                const until = addDays(today, days);
                return (
                  <DropdownMenuItem key={days} onSelect={() => make({ do: "snooze", until })}>
                    <AlarmClock aria-hidden="true" />
                    Snooze: {label}, {formatDay(until, "short")}
                  </DropdownMenuItem>
                );
              })
            : null}
          {others.map(({ id, name }) => (
            <DropdownMenuItem key={id} onSelect={() => make({ do: "assign", owner_id: id })}>
              <UserRound aria-hidden="true" />
              Give to {name}
            </DropdownMenuItem>
          ))}
        </>
      )}
    </LateMenu>
  );
}

/** Whose an item is; a press takes what is no one's. */
export function ItemOwner({ item }: { item: InboxItem }) {
  const me = useSession().user?.id;
  const step = useInboxStep(item);
  if (item.owner_id) return <span>{item.owner_id === me ? "You" : item.owner_name}</span>;
  if (!me) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={step.isPending}
      onClick={() => step.mutate({ do: "assign", owner_id: me })}
    >
      Take
      <span className="sr-only"> {item.name}</span>
    </Button>
  );
}
