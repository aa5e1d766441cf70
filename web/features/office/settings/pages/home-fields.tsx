import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { Numbered } from "@features/office/settings/numbered";
import { RemoveButton } from "@features/office/settings/remove-button";
import type { FieldsProps } from "@features/office/settings/section-page";
import { SettingsGroup } from "@features/office/settings/settings-group";
import { Plus } from "lucide-react";
import { fieldLabel, type PagesValues } from "./page-document";

/** What the home page says. */
export function HomeFields({ form, problemOf }: FieldsProps<PagesValues>) {
  const { steps, reasons } = form.watch("home");
  return (
    <>
      <SettingsGroup title="Home" seen="At the top of the home page">
        <Field
          label={fieldLabel("headline")}
          error={problemOf("home.headline")}
          className="sm:col-span-2"
        >
          <Input autoComplete="off" {...form.register("home.headline")} />
        </Field>
        <Field label={fieldLabel("lead")} error={problemOf("home.lead")} className="sm:col-span-2">
          <Textarea rows={2} {...form.register("home.lead")} />
        </Field>
      </SettingsGroup>
      <SettingsGroup title="Four steps" seen="One line through the summer">
        {steps.map((_, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
            key={place}
            className="col-span-full grid gap-3 border-t border-line pt-3 first:border-0 first:pt-0 sm:grid-cols-2"
          >
            {(["month", "title"] as const).map((field) => (
              <Field
                key={field}
                label={
                  <Numbered of="step" place={place}>
                    {fieldLabel(field)}
                  </Numbered>
                }
                error={problemOf(`home.steps.${place}.${field}`)}
              >
                <Input autoComplete="off" {...form.register(`home.steps.${place}.${field}`)} />
              </Field>
            ))}
            <Field
              label={
                <Numbered of="step" place={place}>
                  {fieldLabel("text")}
                </Numbered>
              }
              error={problemOf(`home.steps.${place}.text`)}
              className="sm:col-span-2"
            >
              <Textarea rows={2} {...form.register(`home.steps.${place}.text`)} />
            </Field>
          </div>
        ))}
      </SettingsGroup>
      <SettingsGroup title="Reasons" seen="Why students choose us">
        {reasons.map((_, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a reason is known by its place in the form
            key={place}
            className="col-span-full grid grid-cols-[1fr_auto] items-start gap-3 border-t border-line pt-3 first:border-0 first:pt-0"
          >
            <Field
              label={
                <Numbered of="reason" place={place}>
                  {fieldLabel("title")}
                </Numbered>
              }
              error={problemOf(`home.reasons.${place}.title`)}
            >
              <Input autoComplete="off" {...form.register(`home.reasons.${place}.title`)} />
            </Field>
            <RemoveButton
              label={`Remove reason ${place + 1}`}
              onRemove={() =>
                form.setValue(
                  "home.reasons",
                  reasons.filter((_one, index) => index !== place),
                  { shouldDirty: true },
                )
              }
            />
            <Field
              label={
                <Numbered of="reason" place={place}>
                  {fieldLabel("text")}
                </Numbered>
              }
              error={problemOf(`home.reasons.${place}.text`)}
              className="col-span-2"
            >
              <Textarea rows={2} {...form.register(`home.reasons.${place}.text`)} />
            </Field>
          </div>
        ))}
        <div className="col-span-full">
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              form.setValue("home.reasons", [...reasons, { title: "", text: "" }], {
                shouldDirty: true,
              })
            }
          >
            <Plus aria-hidden="true" />
            Add a reason
          </Button>
        </div>
      </SettingsGroup>
    </>
  );
}
