import {
  addCalendarFeed,
  type CalendarFeed,
  calendarFeeds,
  connectionKeys,
  removeCalendarFeed,
  renewCalendarFeed,
} from "@api/connections";
import { toApiError } from "@api/errors";
import { staffList } from "@api/staff";
import { CopyButton } from "@components/copy-button";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { NativeSelect } from "@components/ui/native-select";
import { staffKey } from "@features/office/staff/staff-changes";
import { shortCampus } from "@lib/site/campus-names";
import { campuses } from "@lib/site/published";
import { toast } from "@lib/toast";
import { CalendarPlus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useCampusTime } from "../campus-time";
import { AskDialog } from "./ask-dialog";
import { ConnectionCard, useConnectionChange, useConnections } from "./connection-card";

type Open = { dialog: "add" } | { dialog: "renew" | "remove"; feed: CalendarFeed };

/** Pickups and runs in a calendar of one's own. */
export function FeedsCard() {
  const list = useConnections(connectionKeys.feeds, calendarFeeds);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ConnectionCard
        title="Calendar feeds"
        words="A campus's pickups, or the runs of a member of the crew, in any calendar program. Anyone with the address can read it; no customer is named."
        action={
          <Button variant="secondary" onClick={() => setOpen({ dialog: "add" })}>
            <CalendarPlus aria-hidden="true" />
            Add a calendar
          </Button>
        }
        list={list}
        empty="There is no calendar yet."
        failure={null}
      >
        {(feed) => (
          <>
            <FeedFacts feed={feed} />
            <div className="flex flex-wrap gap-2">
              <CopyButton
                text={feed.address}
                what={`address of ${feed.name}`}
                label="Copy address"
              />
              <Button variant="secondary" onClick={() => setOpen({ dialog: "renew", feed })}>
                New address
              </Button>
              <Button variant="ghost" onClick={() => setOpen({ dialog: "remove", feed })}>
                Remove
              </Button>
            </div>
          </>
        )}
      </ConnectionCard>
      {open?.dialog === "add" ? <AddFeedDialog onClose={close} /> : null}
      {open?.dialog === "renew" ? (
        <AskDialog
          title="A new address?"
          words="The address of now ends at once, in every calendar that reads it."
          confirm="Make a new address"
          id={open.feed.id}
          listKey={connectionKeys.feeds}
          change={renewCalendarFeed}
          onDone={() => {
            toast.success("The calendar has a new address");
            close();
          }}
          onClose={close}
        />
      ) : null}
      {open?.dialog === "remove" ? (
        <AskDialog
          title="Remove this calendar?"
          words="Its address ends at once, in every calendar that reads it."
          confirm="Remove"
          id={open.feed.id}
          listKey={connectionKeys.feeds}
          change={removeCalendarFeed}
          onDone={() => {
            toast.success("The calendar is removed");
            close();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function FeedFacts({ feed }: { feed: CalendarFeed }) {
  const campusTime = useCampusTime();
  const { name, worker_id, last_read_at } = feed;
  return (
    <div className="grid min-w-56 flex-1 gap-1 text-sm">
      <p className="font-semibold">{worker_id ? `Runs of ${name}` : `Pickups, ${name}`}</p>
      <p className="text-muted">
        {last_read_at ? `Last read ${campusTime(last_read_at)}.` : "Not read yet."}
      </p>
    </div>
  );
}

function AddFeedDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const staff = useConnections(staffKey, staffList);
  const [owner, setOwner] = useState("");
  const [missing, setMissing] = useState(false);
  const add = useConnectionChange(connectionKeys.feeds, addCalendarFeed);
  const options = [
    ...campuses.map(({ id }) => ({
      value: `campus:${id}`,
      label: `Pickups, ${shortCampus(id)}`,
    })),
    ...(staff.data ?? []).map(({ id, name }) => ({
      value: `worker:${id}`,
      label: `Runs of ${name}`,
    })),
  ];

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!owner);
    if (!owner || add.isPending) return;
    const [kind, id = ""] = owner.split(":");
    add.mutate(kind === "campus" ? { campus_id: Number(id) } : { worker_id: id }, {
      onSuccess: () => {
        toast.success("The calendar is there", {
          description: "Copy its address into your calendar program.",
        });
        onClose();
      },
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Add a calendar"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={add.isPending}>
              Add
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <Field
            label="What does it show?"
            hint="Two weeks back and 60 days ahead."
            error={missing && !owner ? "Choose a calendar." : undefined}
            required
          >
            <NativeSelect options={options} value={owner} onValueChange={setOwner} />
          </Field>
          {add.error ? <FormAlert tone="error">{toApiError(add.error).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
