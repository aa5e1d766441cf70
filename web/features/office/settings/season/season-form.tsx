import { useCampusClock } from "@api/clock";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import type { FieldsProps, SectionKind } from "@features/office/settings/section-page";
import { SettingsGroup } from "@features/office/settings/settings-group";
import { season } from "@lib/site/published";
import { Plus, Trash2 } from "lucide-react";
import { ClosedDays } from "./closed-days";
import {
  comparedSeasons,
  fieldLabel,
  nextSeason,
  type SeasonsValues,
  type SeasonValues,
  seasonLabel,
  seasonsDocument,
  seasonsSchema,
  seasonsValues,
  WITHOUT_PLACES,
} from "./season-document";
import { SeasonPreview } from "./season-preview";
import { Weekdays } from "./weekdays";

/** The seasons: the days on which customers can have a pickup or a return. */
export const SEASON: SectionKind<SeasonsValues> = {
  section: "season",
  title: "Season",
  words:
    "The days on which customers can have a pickup or a return. Calendars open every date and say why a day cannot be had. What is booked stays.",
  schema: seasonsSchema,
  valuesOf: seasonsValues,
  documentOf: seasonsDocument,
  compared: comparedSeasons,
  labelOf: seasonLabel,
  Fields: SeasonsForm,
  Preview: SeasonPreview,
};

type DayName =
  | "first_pickup"
  | "last_pickup"
  | "first_return"
  | "last_return"
  | "first_free_return"
  | "last_free_return";

function SeasonsForm({ form, problemOf }: FieldsProps<SeasonsValues>) {
  const seasons = form.watch("seasons");
  const today = useCampusClock().data?.today;
  const setSeasons = (next: SeasonValues[]) =>
    form.setValue("seasons", next, { shouldDirty: true });
  return (
    <>
      {seasons.length ? null : (
        <p className="text-sm text-muted">
          There is no season yet. Outside the demo no customer can book before the first one is
          published; visitors can leave an address and get a message.
        </p>
      )}
      {seasons.map(({ first_pickup }, index) => (
        <OneSeason
          // biome-ignore lint/suspicious/noArrayIndexKey: a season is known by its place in the form
          key={index}
          index={index}
          year={first_pickup.slice(0, 4)}
          form={form}
          problemOf={problemOf}
          onRemove={() => setSeasons(seasons.filter((_, place) => place !== index))}
        />
      ))}
      <div>
        <Button
          variant="secondary"
          size="sm"
          disabled={!today}
          onClick={() =>
            today && setSeasons([...seasons, nextSeason(seasons, season.free_return, today)])
          }
        >
          <Plus aria-hidden="true" />
          {seasons.length ? "Add the next season" : "Add a season"}
        </Button>
      </div>
    </>
  );
}

interface OneSeasonProps extends FieldsProps<SeasonsValues> {
  index: number;
  year: string;
  onRemove: () => void;
}

function OneSeason({ index, year, form, problemOf, onRemove }: OneSeasonProps) {
  const path = `seasons.${index}` as const;
  const day = (name: DayName) => (
    <Field label={fieldLabel(name)} error={problemOf(`${path}.${name}`)}>
      <DatePicker
        value={form.watch(`${path}.${name}`)}
        onChange={(next) => form.setValue(`${path}.${name}`, next, { shouldDirty: true })}
      />
    </Field>
  );
  const number = (name: "days_ahead" | "cut_off_hours", hint: string) => (
    <Field label={fieldLabel(name)} hint={hint} error={problemOf(`${path}.${name}`)}>
      <Input inputMode="numeric" autoComplete="off" {...form.register(`${path}.${name}`)} />
    </Field>
  );
  return (
    <SettingsGroup
      title={`Season ${year}`}
      seen="In every calendar, in the wizard and in the terms"
    >
      {day("first_pickup")}
      {day("last_pickup")}
      {day("first_return")}
      {day("last_return")}
      {day("first_free_return")}
      {day("last_free_return")}
      <Weekdays
        value={form.watch(`${path}.weekdays`)}
        onChange={(next) => form.setValue(`${path}.weekdays`, next, { shouldDirty: true })}
        error={problemOf(`${path}.weekdays`)}
      />
      <ClosedDays
        season={form.watch(path)}
        onChange={(next) => form.setValue(`${path}.closed_days`, next, { shouldDirty: true })}
        problemOf={(field) => problemOf(`${path}.closed_days.${field}`)}
      />
      {number("days_ahead", "0: as far ahead as they like. Staff are not bound by it.")}
      {number("cut_off_hours", "Before the window begins. Staff are not bound by it.")}
      <Field
        label={fieldLabel("without_places")}
        hint="Places are set under Capacity."
        className="sm:col-span-2"
      >
        <Select
          options={WITHOUT_PLACES}
          value={form.watch(`${path}.without_places`)}
          onValueChange={(value) =>
            form.setValue(`${path}.without_places`, value === "open" ? "open" : "closed", {
              shouldDirty: true,
            })
          }
        />
      </Field>
      <div className="col-span-full">
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          Remove season {year}
        </Button>
      </div>
    </SettingsGroup>
  );
}
