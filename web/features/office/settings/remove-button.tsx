import { Button } from "@components/ui/button";
import { Trash2 } from "lucide-react";

/** Takes a row out of a list of fields; it stands beside their controls. */
export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button variant="ghost" size="icon" className="sm:mt-6.5" aria-label={label} onClick={onRemove}>
      <Trash2 aria-hidden="true" />
    </Button>
  );
}
