import type { Booking } from "@api/bookings/booking";
import {
  askPickupChange,
  type BookingChanges,
  type BookingRules,
  editBooking,
  feeNow,
} from "@api/bookings/commands";
import { type FreeWindow, isFull } from "@api/bookings/places-held";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { EditWords } from "@features/customer/booking/price-words";
import { Refusal } from "@features/customer/booking/refusal";
import { useEditPreview } from "@features/customer/booking/use-edit-preview";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { useSettled } from "@features/customer/booking/use-settled";
import { FullWindowHelp } from "@features/customer/dates/full-window-help";
import { firstHour, windowOf } from "@features/customer/dates/window-places";
import { keepClear } from "@lib/browser/screen-foot";
import { formatCents } from "@lib/format/money";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { changesOf, type Draft, draftOf, draftProblems, withoutPickup } from "./edit-draft";
import { DeliveryFields, KitFields, PersonFields, PickupFields, PlaceFields } from "./edit-fields";

/** How long the form must rest before the price of its changes is asked for, in milliseconds. */
const PREVIEW_AFTER_MS = 400;

export interface EditFormProps {
  booking: Booking;
  rules: BookingRules;
  /** the campus day */
  today: string;
  /** the office edits it for its customer, gives a reason and goes `back` afterwards */
  office?: { back: string };
}

interface Save {
  changes: BookingChanges;
  fee: number;
  /** the pickup is only asked for */
  request: boolean;
  draft: Draft;
}

/** Everything that may be changed now, and one button that saves it for the price it shows. */
export function EditForm({ booking, rules, today, office }: EditFormProps) {
  const formId = useId();
  const navigate = useNavigate();
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const [draft, setDraft] = useState(() => draftOf(booking));
  const [tried, setTried] = useState(false);
  const [reason, setReason] = useState("");
  const noReason = office && !reason.trim() ? "Please say why. It is kept in History." : undefined;
  const changes = changesOf(booking, draft);
  const some = Object.keys(changes).length > 0;
  const problems = draftProblems(draft);
  const settled = useSettled(JSON.stringify(changes), PREVIEW_AFTER_MS);
  const current = settled === JSON.stringify(changes);
  const preview = useEditPreview(booking.id, some && current ? changes : null);

  const save = useMutation({
    mutationFn: async (sent: Save) => {
      const now = sent.request ? withoutPickup(sent.changes) : sent.changes;
      if (Object.keys(now).length > 0)
        keep(await editBooking(booking.id, now, sent.fee, reason.trim() || null));
      const { pickup_date: day, pickup_time: time } = sent.draft;
      if (sent.request && day && time) await askPickupChange(booking.id, day, time);
    },
    networkMode: "always",
    onSuccess: (_, sent) => {
      toast.success(sent.request ? "Request Sent" : "Booking Updated", {
        description: sent.request
          ? "Your pickup stays as it is until our staff answer."
          : office
            ? "The customer has it in writing by mail."
            : "You have it in writing by mail.",
      });
      void navigate(office?.back ?? "/customer-dashboard");
    },
    onSettled: readAgain,
  });
  const fee = feeNow(save.error) ?? preview.data?.fee_cents;
  const request = preview.data?.request === true;
  const canSave = some && current && fee !== undefined && !preview.isFetching;

  // The form comes after the page: its sections are found only now.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);

  function change(part: Partial<Draft>) {
    setDraft({ ...draft, ...part });
    save.reset();
  }

  const fields = {
    draft,
    change,
    rules,
    today,
    booking,
    problems: tried ? problems : {},
    who: office ? "Customer" : "You",
    may: (...names: (keyof Draft)[]) => names.every((name) => rules.editable.includes(name)),
  };
  if (rules.editable.length === 0) {
    return (
      <div className="grid justify-items-start gap-5">
        <FormAlert tone="note">{rules.fixed_words}</FormAlert>
        <Button asChild variant="secondary">
          <PageLink to={office?.back ?? "/customer-dashboard"}>
            {office ? "Back to the booking" : "My Storage"}
          </PageLink>
        </Button>
      </div>
    );
  }
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(problems).length > 0 || noReason) {
          requestAnimationFrame(() =>
            document
              .getElementById(formId)
              ?.querySelector<HTMLElement>("[aria-invalid='true']")
              ?.focus(),
          );
          return;
        }
        if (canSave) once(() => save.mutateAsync({ changes, fee, request, draft }));
      }}
    >
      {rules.fixed_words ? <FormAlert tone="note">{rules.fixed_words}</FormAlert> : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <PersonFields {...fields} />
        <PlaceFields {...fields} />
        <KitFields {...fields} />
        <PickupFields {...fields} />
        <DeliveryFields {...fields} />
      </div>
      {office ? (
        <Field label="Why" required error={tried ? noReason : undefined}>
          <Input
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      ) : null}
      <div
        ref={keepClear}
        className="sticky bottom-0 -mx-4 grid gap-3 border-t border-line bg-paper px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:mx-0 sm:px-0"
      >
        <Refusal error={preview.error ?? (isFull(save.error) ? null : save.error)} />
        {isFull(save.error) && draft.pickup_date ? (
          <FullWindowHelp
            error={save.error}
            wanted={{
              campus_id: draft.campus_id,
              pickup_date: draft.pickup_date,
              pickup_time: windowOf(draft.pickup_time) ?? "",
            }}
            onChoose={(free: FreeWindow) =>
              change({
                pickup_date: free.day,
                pickup_time: firstHour(free.time) ?? draft.pickup_time,
              })
            }
          />
        ) : (
          <EditWords preview={some ? preview.data : undefined} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="lg" disabled={!canSave} busy={save.isPending}>
            {office && fee ? `Save and charge ${formatCents(fee)}` : saveLabel(fee, request)}
          </Button>
          <Button
            variant="ghost"
            disabled={!some}
            onClick={() => {
              setDraft(draftOf(booking));
              save.reset();
            }}
          >
            Undo changes
          </Button>
          <p role="status" className="text-muted">
            {some ? "" : "Nothing is changed yet."}
          </p>
        </div>
      </div>
    </form>
  );
}

function saveLabel(fee: number | undefined, request: boolean): string {
  if (request) return "Save and ask our staff";
  return fee ? `Save and pay ${formatCents(fee)}` : "Save changes";
}
