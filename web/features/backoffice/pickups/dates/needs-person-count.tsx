import { Badge } from "@components/ui/badge";
import { cn } from "@lib/cn";
import { useNeedsPerson } from "./use-needs-person";

/** How much waits for a decision; its room is there from the first, so that no tab moves. */
export function NeedsPersonCount({ office }: { office: boolean }) {
  const { count } = useNeedsPerson(office);
  return (
    <Badge tone="brick" className={cn("tabular h-5 px-1.5", count === 0 && "invisible")}>
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  );
}
