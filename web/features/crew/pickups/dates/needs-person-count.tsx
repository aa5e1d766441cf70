import { Badge } from "@components/ui/badge";
import { cn } from "@lib/cn";
import { useNeedsPerson } from "./use-needs-person";

interface NeedsPersonCountProps {
  office: boolean;
  executive: boolean;
}

/** How much waits for a decision of this person; its room is there from the first, so that no tab moves. */
export function NeedsPersonCount(props: NeedsPersonCountProps) {
  const { count } = useNeedsPerson(props);
  return (
    <Badge tone="brick" className={cn("tabular h-5 px-1.5", count === 0 && "invisible")}>
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  );
}
