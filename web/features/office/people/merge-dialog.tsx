import { useCampusClock } from "@api/clock";
import {
  type MergeChoice,
  type MergePreview,
  type MergeSide,
  mergeCustomers,
  mergeKeys,
  previewMerge,
  undoMerge,
} from "@api/customers/merges";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { formatCampusTime } from "@lib/format/campus-time";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { balanceWords, moveWords, sideCode } from "./related-words";

export interface MergedSide {
  /** of a guest */
  bookingId: string | null;
  /** null: a guest */
  userId: string | null;
  name: string;
  email: string | null;
}

interface MergeDialogProps {
  /** One of them at least has an account. */
  sides: readonly [MergedSide, MergedSide];
  onClose: () => void;
}

/** Joins two customers: who stays, what moves, and the way back. */
export function MergeDialog({ sides, onClose }: MergeDialogProps) {
  const accounts = sides.filter(({ userId }) => userId !== null);
  const [targetId, setTargetId] = useState(accounts[0]?.userId ?? "");
  const gone = sides.find(({ userId }) => userId !== targetId);
  const choice: MergeChoice = {
    target_id: targetId,
    ...(gone?.userId ? { merged_id: gone.userId } : { booking_id: gone?.bookingId ?? null }),
  };
  const preview = useQuery({
    queryKey: mergeKeys.preview(choice),
    queryFn: () => previewMerge(choice),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const merge = useRecordStep(mergeCustomers, () => undefined);
  const undo = useRecordStep(undoMerge, onClose);
  const shown = preview.data;
  const refused = (shown?.refusals.length ?? 0) > 0;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="lg"
        title={merge.data ? "Customers merged" : "Merge two customers"}
        footer={
          merge.data ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button
                busy={merge.isPending}
                disabled={!shown || refused}
                onClick={() =>
                  shown && merge.mutate({ ...choice, expected_balance_cents: shown.balance_cents })
                }
              >
                {shown ? `Merge into ${sideCode(shown.target)}` : "Merge"}
              </Button>
            </>
          )
        }
      >
        {merge.data ? (
          <div className="grid justify-items-start gap-4">
            <FormAlert tone="success">
              <p>Everything is with {gone ? nameOfTarget(sides, targetId) : "the customer"} now.</p>
              <p>You can undo it for ten minutes. The emails go out after that.</p>
            </FormAlert>
            {undo.problem ? <FormAlert tone="error">{undo.problem}</FormAlert> : null}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                autoFocus
                busy={undo.isPending}
                onClick={() => merge.data && undo.mutate(merge.data.id)}
              >
                Undo
              </Button>
              <Button asChild variant="secondary">
                <Link to={`?tab=customers&customer=${targetId}`}>View customer</Link>
              </Button>
            </div>
          </div>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {accounts.length > 1 ? (
              <RadioCards
                label="Who stays"
                columns={2}
                options={accounts.map(({ userId, name, email }) => ({
                  value: userId ?? "",
                  label: <span className="wrap-anywhere">Keep {name}</span>,
                  description: <span className="wrap-anywhere">{email}</span>,
                }))}
                value={targetId}
                onValueChange={(next) => {
                  setTargetId(next);
                  merge.reset();
                }}
              />
            ) : null}
            {preview.error ? (
              <FormAlert tone="error">{stepFailure(preview.error)}</FormAlert>
            ) : shown ? (
              <Preview preview={shown} />
            ) : (
              <Skeleton className="h-64" />
            )}
            {merge.problem ? <FormAlert tone="error">{merge.problem}</FormAlert> : null}
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function nameOfTarget(sides: readonly MergedSide[], targetId: string): string {
  return sides.find(({ userId }) => userId === targetId)?.name ?? "the customer";
}

function Preview({ preview }: { preview: MergePreview }) {
  const { target, merged, refusals } = preview;
  return (
    <>
      {refusals.length > 0 ? (
        <FormAlert tone="error">
          {refusals.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </FormAlert>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <Side title="Stays" side={target} />
        <Side title="Goes into it" side={merged} />
      </div>
      <section aria-label="What moves" className="grid gap-2 text-sm">
        <h3 className="text-lg">What moves</h3>
        <ul className="flex flex-wrap gap-2">
          {moveWords(preview).map((words) => (
            <li key={words} className="rounded-full border border-line bg-mist px-3 py-1">
              {words}
            </li>
          ))}
        </ul>
        <p>Together afterwards: {balanceWords(preview.balance_cents)}.</p>
        {preview.mail_to ? (
          <p className="wrap-anywhere">Email about open bookings goes to {preview.mail_to}.</p>
        ) : null}
        {merged.user_id ? (
          <p>The account that goes is signed out and closed. Its address gets an email.</p>
        ) : null}
        {target.current.length + merged.current.length > 1 ? (
          <p>
            Bookings under way: {[...target.current, ...merged.current].join(", ")}. Cancel the one
            that was made twice.
          </p>
        ) : null}
      </section>
    </>
  );
}

function Side({ title, side }: { title: string; side: MergeSide }) {
  const clock = useCampusClock();
  return (
    <section
      aria-label={title}
      className="grid content-start gap-1 rounded-2xl border border-line p-4 text-sm"
    >
      <h3 className="text-base">{title}</h3>
      <p className="font-semibold wrap-anywhere">
        {side.name} <span className="tabular text-xs text-muted">{sideCode(side)}</span>
      </p>
      <p className="wrap-anywhere">{side.email ?? "No email"}</p>
      <p>
        {side.proved ? (
          <Badge tone="pine">Address proved</Badge>
        ) : (
          <Badge tone="brick">Address not proved</Badge>
        )}
      </p>
      <p className="tabular text-muted">
        {side.last_sign_in_at
          ? `Last sign-in ${formatCampusTime(side.last_sign_in_at, clock.data?.utc_offset)}`
          : `Since ${formatCampusTime(side.since, clock.data?.utc_offset)}`}
      </p>
      <p className="tabular">Balance: {balanceWords(side.balance_cents)}</p>
    </section>
  );
}
