import type { SectionShown } from "@api/commands.types";
import { toApiError } from "@api/errors";
import type { Section } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { type ReactNode, useState } from "react";
import { ChangeList } from "./change-list";
import type { Change } from "./changes";
import { PagePreview } from "./page-preview";
import { usePublish } from "./section-query";

const LONGEST_NOTE = 300;
/** The page that a section's draft is seen on first. */
const FIRST_PAGE: Partial<Record<Section, string>> = {
  business: "/contact",
  campuses: "/",
  pages: "/faq",
  prices: "/pricing",
  season: "/",
  taxes: "/pricing",
};

interface PublishDialogProps {
  section: Section;
  settings: SectionShown;
  revision: number;
  changes: readonly Change[];
  /** How it will look. */
  preview: ReactNode;
  onClose: () => void;
}

/** What a draft changes, and from when it is to hold. */
export function PublishDialog(props: PublishDialogProps) {
  const { section, settings, revision, changes, preview, onClose } = props;
  const [day, setDay] = useState(settings.today);
  const [note, setNote] = useState("");
  const [seen, setSeen] = useState(false);
  const page = FIRST_PAGE[section];
  const publish = usePublish(section);
  const now = day === settings.today;
  async function confirm() {
    await publish.mutateAsync({ revision, day, note });
    toast.success(now ? "Published" : `Published from ${formatDay(day)}`, {
      id: "settings",
      description: now
        ? "On every page within a minute; screens that are open show it when they are loaded again."
        : undefined,
    });
    onClose();
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size={seen ? "lg" : "md"}
        title="Review and publish"
        description="What customers see differently:"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Not yet
            </Button>
            <Button busy={publish.isPending} onClick={() => void confirm().catch(() => {})}>
              {now ? "Publish now" : `Publish from ${formatDay(day)}`}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <ChangeList changes={changes} />
          {preview}
          {page && seen ? <PagePreview section={section} first={page} /> : null}
          {page && !seen ? (
            <Button
              variant="secondary"
              size="sm"
              className="justify-self-start"
              onClick={() => setSeen(true)}
            >
              See the pages
            </Button>
          ) : null}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="From" hint="Today, or the day on which it begins to hold.">
              <DatePicker
                value={day}
                onChange={setDay}
                min={settings.today}
                today={settings.today}
              />
            </Field>
            <Field label="Note" hint="For the history. May be empty.">
              <Input
                value={note}
                maxLength={LONGEST_NOTE}
                autoComplete="off"
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
          </div>
          {publish.error ? (
            <FormAlert tone="error">{toApiError(publish.error).message}</FormAlert>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}
