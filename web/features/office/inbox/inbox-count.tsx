import { Badge } from "@components/ui/badge";
import { cn } from "@lib/cn";
import { TO_DO, useInbox } from "./inbox-query";

/** How much this person may do; its room is there from the first, so that no tab moves. */
export function InboxCount({ office }: { office: boolean }) {
  const count = useInbox(TO_DO, office).data?.counts.todo ?? 0;
  return (
    <Badge tone="brick" className={cn("tabular h-5 px-1.5", count === 0 && "invisible")}>
      {count}
      <span className="sr-only"> waiting</span>
    </Badge>
  );
}
