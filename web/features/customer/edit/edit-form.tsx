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
import { useMedia } from "@lib/browser/media";
import { keepClear } from "@lib/browser/screen-foot";
import { formatCents } from "@lib/format/money";
import { usePrice } from "@lib/forms/use-price";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { firstHour, windowOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useId, useLayoutEffect } from "react";
import type { UseFormSetValue } from "react-hook-form";
import { useNavigate } from "react-router";
import {
  changesOf,
  type Draft,
  draftOf,
  type EditValues,
  editSchema,
  faultOf,
  isChanged,
  officeSchema,
  type Section,
  withoutPickup,
} from "./edit-draft";
import {
  DeliveryFields,
  KitFields,
  OtherPeopleFields,
  PersonFields,
  PickupFields,
  PlaceFields,
} from "./edit-fields";
import { summaryOf } from "./edit-summary";

/** Few windows are full: what to do about one is fetched when it is. */
const FullWindowHelp = lazy(async () => ({
  default: (await import("@features/customer/dates/full-window-help")).FullWindowHelp,
}));

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
  draft: EditValues;
}

/** Everything that may be changed now, and one button that saves it for the price it shows. */
export function EditForm({ booking, rules, today, office }: EditFormProps) {
  const formId = useId();
  const roomy = useMedia("(width >= 1024px)");
  const navigate = useNavigate();
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const { register, watch, setValue, trigger, reset, formState, errorOf, onSubmit } = useSchemaForm(
    {
      schema: office ? officeSchema : editSchema,
      defaultValues: { ...draftOf(booking), reason: "" },
      onSend: (draft) =>
        canSave &&
        once(async () => {
          const fee = await price.agreed();
          if (fee !== undefined) await save.mutateAsync({ changes, fee, request, draft });
        }),
    },
  );
  const draft = watch();
  const changes = changesOf(booking, draft);
  const some = Object.keys(changes).length > 0;
  // What is missing is named by the button: nothing is priced, and pressing it leads to the field.
  const missing = some ? faultOf(draft) : undefined;
  const settled = useSettled(JSON.stringify(changes), PREVIEW_AFTER_MS);
  const current = settled === JSON.stringify(changes);
  const preview = useEditPreview(booking.id, some && current && !missing ? changes : null);

  const save = useMutation({
    mutationFn: async (sent: Save) => {
      const now = sent.request ? withoutPickup(sent.changes) : sent.changes;
      if (Object.keys(now).length > 0)
        keep(await editBooking(booking.id, now, sent.fee, sent.draft.reason.trim() || null));
      const { pickup_date: day, pickup_time: time } = sent.draft;
      if (sent.request && day && time) await askPickupChange(booking.id, day, time);
    },
    networkMode: "always",
    onSuccess: (_, sent) => {
      toast.success(sent.request ? "Request Sent" : "Booking Updated", {
        description: sent.request
          ? "Your pickup stays as it is until we answer."
          : office
            ? "We sent the customer an email about it."
            : "We sent you an email about it.",
      });
      void navigate(office?.back ?? "/customer-dashboard");
    },
    onSettled: readAgain,
  });
  const price = usePrice(preview, feeNow(save.error));
  const { fee } = price;
  const request = preview.data?.request === true;
  const canSave = some && current && !price.waits;

  // What chooses a day or an option cannot take the focus by itself: it is found on the page, in
  // the same drawing that says what is wrong.
  const { submitCount } = formState;
  useLayoutEffect(() => {
    if (submitCount === 0) return;
    const wrong = document
      .getElementById(formId)
      ?.querySelector<HTMLElement>("[aria-invalid='true']");
    unfold(wrong);
    wrong?.focus();
  }, [submitCount, formId]);

  // The form comes after the page: its sections are found only now.
  useEffect(() => {
    const named = document.getElementById(window.location.hash.slice(1));
    unfold(named);
    named?.scrollIntoView();
  }, []);

  const set: UseFormSetValue<EditValues> = (name, value) => {
    setValue(name, value);
    if (formState.isSubmitted) void trigger();
    save.reset();
  };

  const summaries = summaryOf(draft);
  const fields = {
    draft,
    register,
    set,
    errorOf,
    rules,
    today,
    booking,
    who: office ? "Customer" : "You",
    may: (name: keyof Draft) => rules.editable.includes(name),
    section: (name: Section) => ({
      anchor: name,
      summary: summaries[name],
      changed: isChanged(name, changes),
      unfolded: office !== undefined && roomy,
    }),
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
      onSubmit={onSubmit}
      onChange={() => save.reset()}
    >
      {rules.fixed_words ? <FormAlert tone="note">{rules.fixed_words}</FormAlert> : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <PersonFields {...fields} />
        <OtherPeopleFields {...fields} />
        <PlaceFields {...fields} />
        <KitFields {...fields} />
        <PickupFields {...fields} />
        <DeliveryFields {...fields} />
      </div>
      {office ? (
        <Field label="Why" required error={errorOf("reason")}>
          <Input maxLength={500} {...register("reason")} />
        </Field>
      ) : null}
      <div
        ref={keepClear}
        className="sticky bottom-0 -mx-4 grid gap-3 border-t border-line bg-paper px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:mx-0 sm:px-0 short:static"
      >
        <Refusal error={preview.error ?? (isFull(save.error) ? null : save.error)} />
        {isFull(save.error) && draft.pickup_date ? (
          <Suspense>
            <FullWindowHelp
              error={save.error}
              wanted={{
                campus_id: draft.campus_id,
                pickup_date: draft.pickup_date,
                pickup_time: windowOf(draft.pickup_time, draft.campus_id)?.label ?? "",
              }}
              onChoose={(free: FreeWindow) => {
                set("pickup_date", free.day);
                set("pickup_time", firstHour(free.time, draft.campus_id) ?? draft.pickup_time);
              }}
            />
          </Suspense>
        ) : (
          <EditWords preview={some ? preview.data : undefined} />
        )}
        <div className="flex flex-wrap items-center gap-3 max-[22rem]:gap-2">
          <Button
            type="submit"
            size="lg"
            className="max-[22rem]:px-4"
            disabled={!(canSave || missing)}
            busy={save.isPending || price.asking}
          >
            {office && fee ? `Save and charge ${formatCents(fee)}` : saveLabel(fee, request)}
          </Button>
          <Button
            variant="ghost"
            disabled={!some}
            className="max-[22rem]:px-3 max-sm:disabled:hidden"
            onClick={() => {
              reset({ ...draftOf(booking), reason: draft.reason });
              save.reset();
            }}
          >
            Undo changes
          </Button>
          <p role="status" className="text-muted empty:hidden">
            {some ? (missing ?? "") : "Nothing is changed yet."}
          </p>
        </div>
      </div>
    </form>
  );
}

/** Opens the section that an element is, or stands in: what is closed can take no focus. */
function unfold(element: Element | null | undefined): void {
  const section = element?.closest("details");
  if (section) section.open = true;
}

function saveLabel(fee: number | undefined, request: boolean): string {
  if (request) return "Save and ask our staff";
  return fee ? `Save and pay ${formatCents(fee)}` : "Save changes";
}
