import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { EmailInput, Input, PhoneInput } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { Plus } from "lucide-react";
import {
  BUSINESS_LABELS,
  type BusinessDocument,
  businessLabel,
  businessSchema,
} from "./business-document";
import { BusinessPreview } from "./business-preview";
import { PictureField } from "./picture-field";
import { RemoveButton } from "./remove-button";
import type { FieldsProps, SectionKind } from "./section-page";
import { SettingsGroup } from "./settings-group";

type TextPath =
  | "name"
  | "legal_name"
  | "email"
  | "sender_email"
  | "etransfer_email"
  | "phone"
  | "tax_number"
  | "hours"
  | "hours_note"
  | "review_url"
  | `address.${keyof BusinessDocument["address"]}`;

/** Who the business is and how to reach it. */
export const BUSINESS: SectionKind<BusinessDocument> = {
  section: "business",
  title: "Business",
  words:
    "Your name, addresses and numbers, wherever customers see them: pages, mail, invoices and calendar entries.",
  schema: businessSchema,
  valuesOf: (document) => businessSchema.parse(document),
  documentOf: (values) => businessSchema.parse(values),
  labelOf: businessLabel,
  Fields: BusinessForm,
  Preview: BusinessPreview,
};

/** The fields of the business section, by what customers see them on. */
function BusinessForm({ form, problemOf }: FieldsProps<BusinessDocument>) {
  const links = form.watch("social");
  const setLinks = (next: BusinessDocument["social"]) => form.setValue("social", next);
  const text = (path: TextPath, hint?: string, Control = Input) => (
    <Field label={BUSINESS_LABELS[path]} hint={hint} error={problemOf(path)}>
      <Control autoComplete="off" {...form.register(path)} />
    </Field>
  );
  const accent = form.watch("accent");
  const logo = (path: "logo" | "logo_dark", hint: string) => (
    <PictureField
      label={BUSINESS_LABELS[path] ?? ""}
      hint={hint}
      kind="logo"
      value={form.watch(path)}
      onChange={(name) => form.setValue(path, name, { shouldDirty: true })}
      error={problemOf(path)}
    />
  );
  const email = text("email", "Customers write to it, and mail is answered to it.", EmailInput);
  return (
    <>
      <SettingsGroup title="Name" seen="In the header, every mail, invoices and browser tabs">
        {text("name")}
        {text("legal_name", "As registered. Invoices are issued in it.")}
      </SettingsGroup>
      <SettingsGroup
        title="Look"
        seen="In the header, browser tabs, mails and papers. Empty, it is the shipped one"
      >
        {logo(
          "logo",
          "PNG or SVG, best without words: the name stands beside it. Mails and papers show a PNG.",
        )}
        {logo("logo_dark", "Where the page is dark. Empty, it is the same.")}
        <Field
          label={BUSINESS_LABELS.accent}
          hint="Such as #f9cb2e, light enough for dark words."
          error={problemOf("accent")}
        >
          <div className="flex gap-3">
            <Input autoComplete="off" {...form.register("accent")} />
            <input
              type="color"
              aria-label="Choose the colour of buttons"
              className="h-11 w-14 shrink-0 rounded-control border border-line-strong bg-sheet p-1"
              value={/^#[0-9a-f]{6}$/.test(accent) ? accent : "#f9cb2e"}
              onChange={({ target }) =>
                form.setValue("accent", target.value, { shouldDirty: true })
              }
            />
          </div>
        </Field>
      </SettingsGroup>
      <SettingsGroup title="How customers reach you" seen="In the footer, on Contact and in mails">
        {email}
        {text("phone", undefined, PhoneInput)}
        {text("hours", "Such as 8:00 AM - 10:00 PM.")}
        {text("hours_note", "Shown behind the hours. May be empty.")}
        <Field
          label={BUSINESS_LABELS.answer_hours ?? ""}
          hint="Customers read it beside their messages. From 1 to 168."
          error={problemOf("answer_hours")}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...form.register("answer_hours", { setValueAs: (typed) => Number(typed) || 0 })}
          />
        </Field>
        <Field
          label={BUSINESS_LABELS.collections_per_window ?? ""}
          hint="How many customers of a campus may collect items in one window."
          error={problemOf("collections_per_window")}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...form.register("collections_per_window", {
              setValueAs: (typed) => Number(typed) || 0,
            })}
          />
        </Field>
      </SettingsGroup>
      <SettingsGroup title="Money and mail" seen="On invoices and as the sender of mail">
        {text("tax_number", "Nine digits and RT with four.")}
        {text("etransfer_email", "Leave it empty to use the email above.", EmailInput)}
        <Field
          label={BUSINESS_LABELS.foreign_transfer ?? ""}
          hint="Bank, account, SWIFT code: what a bank outside Canada asks for. Empty, it is not offered."
          error={problemOf("foreign_transfer")}
          className="sm:col-span-2"
        >
          <Textarea rows={3} {...form.register("foreign_transfer")} />
        </Field>
        {text("sender_email", "Leave it empty to use the email above.", EmailInput)}
      </SettingsGroup>
      <SettingsGroup title="Mailing address" seen="On invoices">
        {text("address.street")}
        {text("address.city")}
        {text("address.region")}
        {text("address.postal_code")}
      </SettingsGroup>
      <SettingsGroup title="Elsewhere" seen="In the footer and for search engines">
        {links.map((_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place in the form
            key={index}
            className="col-span-full grid items-start gap-4 sm:grid-cols-[1fr_2fr_auto]"
          >
            <Field
              label={businessLabel(`social.${index}.label`)}
              error={problemOf(`social.${index}.label`)}
            >
              <Input autoComplete="off" {...form.register(`social.${index}.label`)} />
            </Field>
            <Field
              label={businessLabel(`social.${index}.url`)}
              error={problemOf(`social.${index}.url`)}
            >
              <Input type="url" autoComplete="off" {...form.register(`social.${index}.url`)} />
            </Field>
            <RemoveButton
              label={`Remove link ${index + 1}`}
              onRemove={() => setLinks(links.filter((_, place) => place !== index))}
            />
          </div>
        ))}
        <div className="col-span-full">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setLinks([...links, { label: "", url: "" }])}
          >
            <Plus aria-hidden="true" />
            Add a link
          </Button>
        </div>
        {text("review_url", "May be empty.")}
      </SettingsGroup>
    </>
  );
}
