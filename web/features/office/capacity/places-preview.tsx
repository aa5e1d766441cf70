import type { PlacesPlanned } from "@api/commands.types";
import facts from "@facts/booking.json";
import { formatDay } from "@lib/format/dates";
import { longCampus } from "@lib/site/campus-names";

/** What a plan makes, changes and leaves as it is. */
export function PlacesPreview({ planned }: { planned: PlacesPlanned }) {
  const { days, closed_days, made, changed, same, left, left_count } = planned;
  const more = left_count - left.length;
  return (
    <div role="status" className="grid gap-2 rounded-2xl border border-line bg-mist p-4 text-sm">
      <p className="tabular">
        {days === 1 ? "1 day" : `${days} days`}
        {closed_days ? `, without ${closed_days} closed` : ""}: <strong>{windows(made)} new</strong>
        , <strong>{changed} changed</strong>, {same} as they are.
      </p>
      {left_count ? (
        <div className="grid gap-1">
          <p>{windows(left_count)} stay as they are:</p>
          <ul className="grid gap-0.5 text-xs text-muted">
            {left.map(({ campus_id, date, time_of_day, why }) => (
              <li key={`${campus_id} ${date} ${time_of_day}`}>
                {longCampus(campus_id)}, {formatDay(date)}, {windowWords(time_of_day)}:{" "}
                {why === "booked"
                  ? "more is booked than that"
                  : "the day is offered in another way"}
              </li>
            ))}
            {more > 0 ? <li>and {more} more</li> : null}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function windows(count: number): string {
  return count === 1 ? "1 window" : `${count} windows`;
}

function windowWords(part: string | null): string {
  return (
    facts.slot_times_of_day.find(({ value }) => value === part)?.label.toLowerCase() ?? "all day"
  );
}
