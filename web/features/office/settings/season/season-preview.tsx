import { toApiError } from "@api/errors";
import { seasonEffects, settingsKeys } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import type { PreviewProps } from "@features/office/settings/section-page";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { storedSeasons } from "./season-document";

/** What customers read on other days, and what the draft means for bookings. */
export function SeasonPreview({ document }: PreviewProps) {
  const { via, cacheKey } = useDataSession();
  const { data, error } = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.effects],
    queryFn: () => seasonEffects(via),
    ...untilReachable,
    // The draft has just been saved.
    staleTime: 0,
    gcTime: 0,
  });
  if (!data && error) return <FormAlert tone="error">{toApiError(error).message}</FormAlert>;
  if (!data) return <Skeleton className="h-24" />;
  const { pickups, returns, waiting } = data;
  const stays = [count(pickups, "pickup"), count(returns, "return")].filter(Boolean);
  return (
    <div className="grid gap-3 text-sm">
      {storedSeasons(document).map((one) => (
        <p
          key={one.first_pickup}
          className="rounded-2xl border border-line bg-sheet px-4 py-3 wrap-anywhere"
        >
          <span className="block text-xs font-semibold text-muted">Customers read</span>
          We pick up from {formatDay(one.first_pickup)} to {formatDay(one.last_pickup)}. We deliver
          from {formatDay(one.first_return)} to {formatDay(one.last_return)}. Returns are free from{" "}
          {formatDay(one.first_free_return, "short")} to {formatDay(one.last_free_return, "short")}.
        </p>
      ))}
      {stays.length ? (
        <FormAlert tone="note">
          {stays.join(" and ")} {pickups + returns === 1 ? "is" : "are"} booked on days that these
          seasons do not sell. What is booked stays.
        </FormAlert>
      ) : null}
      {waiting ? (
        <FormAlert tone="note">
          {waiting === 1 ? "1 person waits" : `${waiting} people wait`} for booking to open. They
          get a mail once this holds.
        </FormAlert>
      ) : null}
    </div>
  );
}

function count(number: number, what: string): string {
  if (!number) return "";
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
