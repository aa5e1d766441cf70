import type { OneOf, SharedPlan } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";

export interface PeopleListProps {
  plan: SharedPlan;
  onRemove: (who: OneOf) => void;
  onLeave: () => void;
}

/** Those who share, by short names, and how many places are left. */
export function PeopleList({ plan, onRemove, onLeave }: PeopleListProps) {
  const left = plan.most_people - plan.people.length;
  return (
    <section aria-labelledby={`people-${plan.booking_id}`} className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`people-${plan.booking_id}`} className="font-sans text-sm font-semibold">
          Who shares it
        </h3>
        {plan.open ? (
          <p className="text-xs text-muted">
            {left === 0
              ? "Every place is taken"
              : `${left} ${left === 1 ? "place" : "places"} left`}
          </p>
        ) : null}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {plan.people.map((one) => (
          <li
            key={one.id ?? "owner"}
            className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <span className="font-medium wrap-anywhere">{one.name}</span>
            {one.owner ? <Badge tone="sky">Books</Badge> : <Badge>Joined</Badge>}
            {one.you ? <Badge tone="pine">You</Badge> : null}
            <span className="ml-auto">
              {plan.open && plan.owner && !one.owner ? (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Take ${one.name} out`}
                  onClick={() => onRemove(one)}
                >
                  Take out
                </Button>
              ) : null}
              {plan.open && one.you && !one.owner ? (
                <Button variant="ghost" size="sm" onClick={onLeave}>
                  Leave
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
