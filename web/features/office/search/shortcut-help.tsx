import { Dialog, DialogContent } from "@components/ui/dialog";
import { Keys } from "./keys";
import type { OfficeCommand } from "./office-commands";

const EVERYWHERE = [
  { label: "Search customers, bookings and invoices", keys: "/" },
  { label: "Search, also while typing", keys: "Ctrl K" },
  { label: "Next and previous under Needs a person", keys: "J K" },
  { label: "Work on the selected rows", keys: "b" },
  { label: "Show these keys", keys: "?" },
] as const;

/** Every key that does something, one after another where there are two. */
export function ShortcutHelp({
  commands,
  onClose,
}: {
  commands: readonly OfficeCommand[];
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent size="sm" title="Keyboard shortcuts">
        <dl>
          {[...EVERYWHERE, ...commands].map(({ label, keys }) =>
            keys ? (
              <div
                key={label}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-dashed border-line text-sm last:border-b-0"
              >
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
