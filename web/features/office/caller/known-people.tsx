import type { FoundCustomer } from "@api/commands.types";
import { find, searchKeys } from "@api/customers/search";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { usePaused } from "@lib/lists/use-paused";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

const PAUSE_MS = 300;
const LEAST_LETTERS = 5;
const MOST = 3;
const OVER = ["delivered", "completed", "cancelled"];

interface KnownPeopleProps {
  /** What was typed of the caller, the best to find them by first. */
  texts: readonly string[];
  onChoose: (customer: FoundCustomer) => void;
  className?: string;
}

/** Who the caller may be already: their account to take over, and bookings that go on. */
export function KnownPeople({ texts, onChoose, className }: KnownPeopleProps) {
  const typed = texts.map((one) => one.trim()).find((one) => one.length >= LEAST_LETTERS) ?? "";
  const query = usePaused(typed, PAUSE_MS);
  const { data } = useQuery({
    queryKey: searchKeys.of(query, MOST),
    queryFn: () => find(query, MOST),
    enabled: query !== "",
    ...untilReachable,
  });
  const bookings = data?.bookings.filter(({ status }) => !OVER.includes(status)) ?? [];
  const customers =
    data?.customers.filter(({ id }) => !bookings.some(({ user_id }) => user_id === id)) ?? [];
  if (!typed || customers.length + bookings.length === 0) return null;
  return (
    <ul aria-label="Known already" className={cn("grid gap-1.5", className)}>
      {bookings.map((one) => (
        <li key={one.id} className={LINE}>
          <span className="font-semibold wrap-anywhere">{one.name}</span>
          <StatusBadge status={one.status} />
          <span className="tabular text-muted">{formatDay(one.pickup_date)}</span>
          <Button asChild variant="link" size="sm" className="ml-auto">
            <Link to={`/admin-dashboard?tab=bookings&booking=${one.id}`}>Open booking</Link>
          </Button>
        </li>
      ))}
      {customers.map((one) => (
        <li key={one.id} className={LINE}>
          <span className="font-semibold wrap-anywhere">{one.name}</span>
          <Code className="px-1.5 py-0 text-xs">{one.customer_id}</Code>
          <Button variant="link" size="sm" className="ml-auto" onClick={() => onChoose(one)}>
            It is them<span className="sr-only">: {one.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const LINE =
  "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-mist px-3 py-1.5 text-sm";
