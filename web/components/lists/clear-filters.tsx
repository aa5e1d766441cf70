import { Button } from "@components/ui/button";
import { type ParamChange, useAddress } from "@lib/lists/url-state";

export interface ClearFiltersProps {
  /** Whether anything is left out now. */
  filtered: boolean;
  /** The change of the address that shows everything. */
  cleared: ParamChange;
  variant?: "ghost" | "secondary";
}

/** Shows everything again; there only while something is left out. */
export function ClearFilters({ filtered, cleared, variant = "ghost" }: ClearFiltersProps) {
  const { change } = useAddress();
  if (!filtered) return null;
  return (
    <Button variant={variant} onClick={() => change(cleared)}>
      Clear filters
    </Button>
  );
}
