import { Badge } from "@components/ui/badge";
import { useNeedsPerson } from "./use-needs-person";

/** How much waits for a decision; nothing where nothing does. */
export function NeedsPersonCount({ office }: { office: boolean }) {
  const { count } = useNeedsPerson(office);
  if (count === 0) return null;
  return (
    <Badge tone="brick" className="tabular h-5 px-1.5">
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  );
}
