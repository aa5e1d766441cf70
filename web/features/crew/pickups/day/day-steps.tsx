import { Button } from "@components/ui/button";
import { ChevronLeft, ChevronRight } from "lucide-react";

/** The way to the day before or after. */
export function DayStep({ back = false, onClick }: { back?: boolean; onClick: () => void }) {
  const Icon = back ? ChevronLeft : ChevronRight;
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={back ? "Day before" : "Day after"}
      onClick={onClick}
      className="h-12 w-12 lg:h-11 lg:w-11"
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
