import { Button } from "@components/ui/button";
import { cn } from "@lib/cn";
import { RefreshCw } from "lucide-react";

export interface RefreshButtonProps {
  refreshing: boolean;
  onRefresh: () => void;
  className?: string;
}

/** Reads a list anew; turns while it does. */
export function RefreshButton({ refreshing, onRefresh, className }: RefreshButtonProps) {
  return (
    <Button variant="secondary" aria-busy={refreshing} onClick={onRefresh} className={className}>
      <RefreshCw aria-hidden="true" className={cn(refreshing && "animate-spin")} />
      Refresh
    </Button>
  );
}
