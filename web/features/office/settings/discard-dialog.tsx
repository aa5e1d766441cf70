import type { SectionShown, SettingsDraft } from "@api/commands.types";
import { toApiError } from "@api/errors";
import type { Section } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { useDiscard } from "./section-query";

interface DiscardDialogProps {
  section: Section;
  /** null: nothing was saved yet. */
  draft: SettingsDraft | null;
  onClose: () => void;
  /** With the section as it is then; null where nothing was stored. */
  onDone: (remaining: SectionShown | null) => void;
}

/** Asks before a draft is thrown away. */
export function DiscardDialog({ section, draft, onClose, onDone }: DiscardDialogProps) {
  const discard = useDiscard(section);
  async function confirm() {
    onDone(draft ? await discard.mutateAsync(draft.revision) : null);
    onClose();
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Discard the draft?"
        description="What customers see stays as it is."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Keep it
            </Button>
            <Button
              variant="destructive"
              busy={discard.isPending}
              onClick={() => void confirm().catch(() => {})}
            >
              Discard draft
            </Button>
          </>
        }
      >
        {discard.error ? (
          <FormAlert tone="error">{toApiError(discard.error).message}</FormAlert>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
