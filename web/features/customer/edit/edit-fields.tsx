import type { Booking } from "@api/bookings/booking";
import type { BookingRules } from "@api/bookings/commands";
import { languageName, phoneHint } from "@api/bookings/words";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input, PhoneInput } from "@components/ui/input";
import { NativeSelect } from "@components/ui/native-select";
import { Textarea } from "@components/ui/textarea";
import facts from "@facts/booking.json";
import languages from "@facts/languages.json";
import { useWindows, WindowPlacesList } from "@features/customer/dates/window-places";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { hoursOf, windowOf, windowsOf } from "@lib/site/pickup-windows";
import { campuses } from "@lib/site/published";
import type { FieldPath, UseFormRegister, UseFormSetValue } from "react-hook-form";
import type { Draft, EditValues, Section } from "./edit-draft";
import { EditSection, type EditSectionProps } from "./edit-section";

export interface FieldsProps {
  booking: Booking;
  rules: BookingRules;
  draft: Draft;
  register: UseFormRegister<EditValues>;
  set: UseFormSetValue<EditValues>;
  /** what is missing at a field, after an attempt to save */
  errorOf: (name: FieldPath<EditValues>) => string | undefined;
  /** whether this may be changed now */
  may: (name: keyof Draft) => boolean;
  /** what a section shows while it is closed, and whether it is open from the start */
  section: (name: Section) => Pick<EditSectionProps, "anchor" | "summary" | "changed" | "unfolded">;
  /** the campus day */
  today: string;
  /** whose booking it is, for the reader */
  who: string;
}

const { limits } = facts;
const LANGUAGES = languages.map((value) => ({ value, label: languageName(value) }));

export function PersonFields(props: FieldsProps) {
  const { booking, draft, section, register, errorOf, may, who } = props;
  return (
    <EditSection title={who} {...section("you")} fixed={!may("phone")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" required error={errorOf("first_name")}>
          <Input
            autoComplete="given-name"
            maxLength={limits.name}
            disabled={!may("first_name")}
            {...register("first_name")}
          />
        </Field>
        <Field label="Last Name" required error={errorOf("last_name")}>
          <Input
            autoComplete="family-name"
            maxLength={limits.name}
            disabled={!may("last_name")}
            {...register("last_name")}
          />
        </Field>
      </div>
      <Field label="Phone" hint={phoneHint(booking.booked_by, draft.contact_phone)}>
        <PhoneInput maxLength={limits.phone} {...register("phone")} />
      </Field>
      <Field label="Comments">
        <Textarea
          rows={2}
          maxLength={limits.additional_comments}
          {...register("additional_comments")}
        />
      </Field>
    </EditSection>
  );
}

/** Who is at the door and who pays, where that is somebody else than whoever booked. */
export function OtherPeopleFields({ section, ...fields }: FieldsProps) {
  const { may } = fields;
  return (
    <EditSection title="Other people" {...section("people")} fixed={!may("payer_email")}>
      <NamedPerson
        {...fields}
        who="contact"
        words="Called first; gets news of the day by email."
        labels={["Who is at the door?", "Their phone", "Their email"]}
      />
      <NamedPerson
        {...fields}
        who="payer"
        words="Gets invoices and receipts by email, without an account."
        labels={["Who pays?", "Payer's phone", "Email for invoices"]}
      />
    </EditSection>
  );
}

interface NamedPersonProps
  extends Pick<FieldsProps, "register" | "errorOf" | "may" | "draft" | "set"> {
  who: "contact" | "payer";
  words: string;
  /** Of name, phone and email. */
  labels: readonly [string, string, string];
}

/** Another person of a booking. */
function NamedPerson(props: NamedPersonProps) {
  const { who, words, labels, register, errorOf, may, draft, set } = props;
  const [name, phone, email] = labels;
  const line = (part: "name" | "phone" | "email") => ({
    autoComplete: "off",
    maxLength: limits[part],
    disabled: !may(`${who}_${part}`),
    ...register(`${who}_${part}`),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="text-sm text-muted sm:col-span-2">{words}</p>
      <Field label={name}>
        <Input {...line("name")} />
      </Field>
      <Field label={phone}>
        <PhoneInput {...line("phone")} />
      </Field>
      <Field label={email} error={errorOf(`${who}_email`)}>
        <Input type="email" {...line("email")} />
      </Field>
      <Field label="Language for calls">
        <NativeSelect
          options={LANGUAGES}
          value={draft[`${who}_language`] ?? ""}
          disabled={!may(`${who}_language`)}
          onValueChange={(value) => set(`${who}_language`, value)}
        />
      </Field>
    </div>
  );
}

export function PlaceFields({ section, draft, register, set, may }: FieldsProps) {
  const fixed = !may("campus_id");
  return (
    <EditSection title="Pickup place" {...section("place")} fixed={fixed}>
      <Field label="Campus">
        <NativeSelect
          options={campuses
            .filter(({ id, status }) => status === "open" || id === draft.campus_id)
            .map(({ id, campus }) => ({ value: String(id), label: campus }))}
          value={String(draft.campus_id)}
          disabled={fixed}
          onValueChange={(value) => set("campus_id", Number(value))}
        />
      </Field>
      <Field label="Where do we pick up?">
        <NativeSelect
          options={[
            { value: "on_campus", label: "On campus" },
            { value: "other", label: "Another address" },
          ]}
          value={draft.residence_type}
          disabled={fixed}
          onValueChange={(value) => set("residence_type", value as Draft["residence_type"])}
        />
      </Field>
      <Field label="Residence and room">
        <Input maxLength={limits.building_name} {...register("building_name")} />
      </Field>
      <Field label="Address">
        <Textarea
          rows={2}
          autoComplete="street-address"
          maxLength={limits.address}
          {...register("address")}
        />
      </Field>
    </EditSection>
  );
}

export function KitFields({ section, draft, set, rules, may }: FieldsProps) {
  const fixed = !may("supply_kit_delivery_date");
  const wanted = draft.supply_kit_delivery_date !== null;
  const tooLate = rules.kit_to !== null && rules.kit_to < rules.kit_from;
  return (
    <EditSection title="Supply kit" {...section("kit")} fixed={fixed}>
      <Checkbox
        label="Yes, deliver supplies"
        checked={wanted}
        disabled={fixed || (tooLate && !wanted)}
        onCheckedChange={(yes) => set("supply_kit_delivery_date", yes ? rules.kit_from : null)}
        {...(tooLate && !fixed ? { description: "There is no time left before your pickup." } : {})}
      />
      {wanted ? (
        <Field
          label="Delivery Date"
          hint={
            rules.kit_to && !tooLate
              ? `From ${formatDay(rules.kit_from, "short")} to ${formatDay(rules.kit_to, "short")}, the day before your pickup.`
              : `From ${formatDay(rules.kit_from, "short")}.`
          }
        >
          <DatePicker
            value={draft.supply_kit_delivery_date ?? undefined}
            min={rules.kit_from}
            disabled={fixed}
            onChange={(day) => set("supply_kit_delivery_date", day)}
          />
        </Field>
      ) : null}
    </EditSection>
  );
}

export function PickupFields({ section, draft, set, errorOf, may, booking, today }: FieldsProps) {
  const fixed = !may("pickup_date");
  const day = draft.pickup_date ?? undefined;
  const windows = useWindows(draft.campus_id, fixed ? undefined : day);
  const times = [
    ...windowsOf(draft.campus_id).map(({ label }) => label),
    ...hoursOf(draft.campus_id),
  ];
  // What was booked stays a choice when the campus has other windows now.
  if (booking.pickup_time && !times.includes(booking.pickup_time))
    times.unshift(booking.pickup_time);
  return (
    <EditSection title="Pickup" {...section("pickup")} fixed={fixed}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Pickup Date">
          <DatePicker
            value={day}
            min={today}
            disabled={fixed}
            onChange={(chosen) => set("pickup_date", chosen)}
          />
        </Field>
        <Field label="Time">
          <NativeSelect
            options={times.map((time) => ({ value: time, label: time }))}
            value={draft.pickup_time ?? undefined}
            placeholder="Choose a time"
            disabled={fixed}
            onValueChange={(time) => set("pickup_time", time)}
          />
        </Field>
      </div>
      {windows ? (
        <WindowPlacesList
          windows={windows}
          campusId={draft.campus_id}
          chosen={windowOf(draft.pickup_time, draft.campus_id)?.label}
          onChoose={fixed ? undefined : (time) => set("pickup_time", time)}
        />
      ) : null}
      <Checkbox
        label="I have a flight to catch"
        checked={draft.has_flight}
        disabled={fixed}
        onCheckedChange={(flies) => {
          set("has_flight", flies);
          if (!flies) set("flight_time", null);
        }}
      />
      {draft.has_flight ? (
        <Field label="Flight Time" error={errorOf("flight_time")}>
          <NativeSelect
            options={facts.flight_windows}
            value={draft.flight_time ?? undefined}
            disabled={fixed}
            onValueChange={(value) => set("flight_time", value as Draft["flight_time"])}
          />
        </Field>
      ) : null}
    </EditSection>
  );
}

export function DeliveryFields({
  section,
  draft,
  register,
  set,
  errorOf,
  rules,
  may,
}: FieldsProps) {
  const fixed = !may("delivery_option");
  const [first, last] = rules.free_return;
  const elsewhere = draft.delivery_option !== "decide_later" && draft.delivery_option !== null;
  return (
    <EditSection title="Delivery" {...section("delivery")} fixed={fixed}>
      <Field label="Delivery Option">
        <NativeSelect
          options={facts.delivery_options.map(({ value, label }) => ({ value, label }))}
          value={draft.delivery_option ?? undefined}
          disabled={fixed}
          onValueChange={(value) => set("delivery_option", value as Draft["delivery_option"])}
        />
      </Field>
      {elsewhere ? (
        <>
          <Field
            label="Delivery Date"
            hint={`Free from ${formatDay(first, "short")} to ${formatDay(last, "short")}; another day is ${formatCents(rules.other_return_cents)} with tax.`}
            error={errorOf("return_delivery_date")}
          >
            <DatePicker
              value={draft.return_delivery_date ?? undefined}
              min={rules.return_from}
              disabled={fixed}
              onChange={(day) => set("return_delivery_date", day)}
            />
          </Field>
          <Field
            label="Full Delivery Address"
            required
            hint="Street, unit, city, province and postal code."
            error={errorOf("delivery_address")}
          >
            <Textarea
              rows={2}
              autoComplete="street-address"
              maxLength={limits.address}
              {...register("delivery_address")}
            />
          </Field>
        </>
      ) : null}
    </EditSection>
  );
}
