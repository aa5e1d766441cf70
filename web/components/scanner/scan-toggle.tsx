import { Button } from "@components/ui/button";
import { ScanLine } from "lucide-react";

interface ScanToggleProps {
  scanning: boolean;
  onScanning: (scanning: boolean) => void;
}

/** Opens a list's scanner, and closes it. */
export function ScanToggle({ scanning, onScanning }: ScanToggleProps) {
  return (
    <Button
      variant="secondary"
      aria-pressed={scanning}
      className="max-sm:h-14"
      onClick={() => onScanning(!scanning)}
    >
      <ScanLine aria-hidden="true" />
      {scanning ? "Stop scanning" : "Scan"}
    </Button>
  );
}
