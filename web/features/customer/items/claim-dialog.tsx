import { type BookingItem, itemKeys } from "@api/bookings/items";
import { serverNow, useCampusClock } from "@api/clock";
import { fileClaim } from "@api/customers/claims";
import { fileOf, uploadFile } from "@api/files";
import { onceKeys } from "@api/once";
import { FileField } from "@components/files/file-field";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import { Refusal } from "@features/customer/booking/refusal";
import { campusDeadline } from "@lib/format/campus-hour";
import { formatCents } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import type { PickedFile } from "@lib/forms/picked-file";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { business, terms } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { claimsUntil } from "./item-words";

const { insurance } = terms;
const MOST_CENTS = 1_000_000;
const MOST_PHOTOS = 6;
const WHAT = [
  { value: "damaged", label: "Damaged" },
  { value: "missing", label: "Missing" },
  { value: "wet", label: "Wet" },
  { value: "other", label: "Something else" },
] as const;

const schema = z.object({
  what: z.enum(["damaged", "missing", "wet", "other"]),
  words: z.string().check(z.trim(), z.minLength(3, "Please say what happened.")),
  amount: z.pipe(
    z.string().check(
      z.refine((text) => {
        const cents = centsOf(text);
        return cents !== null && cents <= MOST_CENTS;
      }, "Enter an amount in dollars, such as 120."),
    ),
    z.transform((text) => centsOf(text) ?? 0),
  ),
});

interface ClaimDialogProps {
  item: BookingItem;
  onClose: () => void;
}

/** What happened to an item, with a photo and an amount; what we know is in it already. */
export function ClaimDialog({ item, onClose }: ClaimDialogProps) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const [photos, setPhotos] = useState<readonly PickedFile[]>([]);
  const [reading, setReading] = useState(false);
  const formId = useId();
  const file = useMutation({
    mutationFn: async (said: z.output<typeof schema>) => {
      for (const photo of photos) await uploadFile(photo, "claim");
      const given = {
        item_id: item.id,
        what: said.what,
        words: said.words,
        amount_cents: said.amount,
        photo_ids: photos.map(({ id }) => id),
      };
      return fileClaim(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: itemKeys.of(item.booking_id) });
      toast.success("Claim sent", { description: "We read it and answer by email." });
      onClose();
    },
  });
  const { control, register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      what: item.state === "missing" ? ("missing" as const) : ("damaged" as const),
      words: "",
      amount: "",
    },
    busy: file.isPending || reading,
    onSend: (said) => file.mutate(said),
  });
  const photoField = {
    load: fileOf,
    kind: "photo" as const,
    busy: file.isPending,
    reading,
    onReading: setReading,
  };
  const cap = Math.min(item.declared_value_cents, insurance.max_item_cents);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Claim for ${item.description}`}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={file.isPending} disabled={reading}>
              Send the claim
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-5">
          <FormAlert tone="note">
            {cap > 0 ? (
              <p>
                You declared {formatCents(item.declared_value_cents)} for this item: protection pays
                at most {formatCents(cap)}, and {formatCents(insurance.max_customer_cents)} a
                customer and season.
              </p>
            ) : (
              <p>
                You chose no protection for this item, so it pays {formatCents(0)}. Tell us all the
                same: we look at every case.
              </p>
            )}
            <Deadline item={item} />
            <p>Our own photos and records of the item are part of your claim.</p>
          </FormAlert>
          <Controller
            control={control}
            name="what"
            render={({ field }) => (
              <RadioCards
                label="What happened?"
                options={WHAT}
                value={field.value}
                onValueChange={field.onChange}
              />
            )}
          />
          <Field label="Tell us more" error={errorOf("words")} required>
            <Textarea rows={3} maxLength={2000} {...register("words")} />
          </Field>
          {photos.map((photo, at) => (
            <FileField
              key={photo.id}
              {...photoField}
              label={`Photo ${at + 1}`}
              hint="It goes with your claim."
              picked={photo}
              onPick={(next) => setPhotos(photos.map((one) => (one === photo ? next : one)))}
              onRemove={() => setPhotos(photos.filter((one) => one !== photo))}
            />
          ))}
          {photos.length < MOST_PHOTOS ? (
            <FileField
              key={photos.length}
              {...photoField}
              label={photos.length ? "Another photo (optional)" : "Photos (optional)"}
              hint="Show the item, its box, and a receipt if you have one."
              picked={null}
              onPick={(next) => setPhotos([...photos, next])}
              onRemove={() => {}}
            />
          ) : null}
          <Field
            label="How much do you ask for, in dollars?"
            hint="What a repair or a used replacement costs."
            error={errorOf("amount")}
            required
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular max-w-40"
              {...register("amount")}
            />
          </Field>
          <Refusal error={file.error} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Until when this claim is taken; nothing of an item that is missing, which has no such time. */
function Deadline({ item }: { item: BookingItem }) {
  const clock = useCampusClock().data;
  const until = claimsUntil(item);
  if (!until || !clock) return null;
  const words = campusDeadline(until, clock.utc_offset);
  return (
    <p>
      {Date.parse(until) > serverNow(clock)
        ? `Claims for this item are taken until ${words}, campus time.`
        : `The time for a claim ended ${words}, campus time. Please call us: ${business.phone}.`}
    </p>
  );
}
