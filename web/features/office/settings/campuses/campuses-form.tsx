import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Textarea } from "@components/ui/textarea";
import { PictureField } from "@features/office/settings/picture-field";
import type { FieldsProps, SectionKind } from "@features/office/settings/section-page";
import { SettingsGroup } from "@features/office/settings/settings-group";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  CAMPUS_LABELS,
  type CampusesValues,
  type CampusValues,
  campusesDocument,
  campusesSchema,
  campusesValues,
  campusLabel,
  comparedCampuses,
  newCampus,
  STATUSES,
} from "./campus-document";
import { CampusesPreview } from "./campuses-preview";
import { Residences } from "./residences";
import { Windows } from "./windows";

/** The campuses: on the site, in the wizard and in the office after Publish. */
export const CAMPUSES: SectionKind<CampusesValues> = {
  section: "campuses",
  title: "Campuses",
  words:
    "Where you collect. A campus is on the site, in the wizard and in the office once it is published. It is closed or hidden, never removed: what is booked there stays.",
  schema: campusesSchema,
  valuesOf: campusesValues,
  documentOf: campusesDocument,
  compared: comparedCampuses,
  labelOf: campusLabel,
  Fields: CampusesForm,
  Preview: CampusesPreview,
};

function CampusesForm({ form, problemOf }: FieldsProps<CampusesValues>) {
  const campuses = form.watch("campuses");
  // What was stored, and so may be in use, is never removed.
  const [known] = useState(() => new Set(campuses.map(({ id }) => id)));
  const [open, setOpen] = useState(0);
  const set = (next: CampusValues[]) => form.setValue("campuses", next, { shouldDirty: true });
  return (
    <>
      <nav aria-label="Campuses" className="flex flex-wrap gap-2">
        {campuses.map(({ id, name }, index) => (
          <Button
            key={id}
            size="sm"
            variant={index === open ? "primary" : "secondary"}
            aria-pressed={index === open}
            onClick={() => setOpen(index)}
          >
            {name || "New campus"}
          </Button>
        ))}
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            set([...campuses, newCampus(campuses)]);
            setOpen(campuses.length);
          }}
        >
          <Plus aria-hidden="true" />
          Add a campus
        </Button>
      </nav>
      {campuses.map((campus, index) => (
        <div key={campus.id} hidden={index !== open && !hasProblem(index, problemOf, campus)}>
          <OneCampus
            index={index}
            form={form}
            problemOf={problemOf}
            onRemove={
              known.has(campus.id)
                ? null
                : () => {
                    set(campuses.filter((_, place) => place !== index));
                    setOpen(0);
                  }
            }
          />
        </div>
      ))}
    </>
  );
}

/** Whether a field of a campus is marked: it is then shown beside the open one. */
function hasProblem(
  index: number,
  problemOf: (path: string) => string | undefined,
  campus: CampusValues,
): boolean {
  const of = (field: string) => problemOf(`campuses.${index}.${field}`) !== undefined;
  return (
    Object.keys(CAMPUS_LABELS).some(of) ||
    campus.pickup_windows.some((_, place) =>
      ["start", "end"].some((field) => of(`pickup_windows.${place}.${field}`)),
    ) ||
    campus.residences.some((_, place) =>
      ["name", "address", "lat", "lon"].some((field) => of(`residences.${place}.${field}`)),
    )
  );
}

interface OneCampusProps extends FieldsProps<CampusesValues> {
  index: number;
  onRemove: (() => void) | null;
}

type TextField =
  | "name"
  | "short_name"
  | "slug"
  | "university"
  | "campus"
  | `address.${keyof CampusValues["address"]}`
  | `position.${keyof CampusValues["position"]}`
  | "page.headline"
  | "page.summer.title"
  | "page.leaving.title";
type LongField = "page.lead" | "page.summer.text" | "page.leaving.text";

function OneCampus({ index, form, problemOf, onRemove }: OneCampusProps) {
  const path = `campuses.${index}` as const;
  const text = (field: TextField, hint?: string) => (
    <Field label={CAMPUS_LABELS[field]} hint={hint} error={problemOf(`${path}.${field}`)}>
      <Input autoComplete="off" {...form.register(`${path}.${field}`)} />
    </Field>
  );
  const long = (field: LongField) => (
    <Field
      label={CAMPUS_LABELS[field]}
      error={problemOf(`${path}.${field}`)}
      className="sm:col-span-2"
    >
      <Textarea rows={3} {...form.register(`${path}.${field}`)} />
    </Field>
  );
  const name = form.watch(`${path}.name`) || "New campus";
  return (
    <div className="grid gap-6">
      <SettingsGroup title={name} seen="In the footer, in the wizard and in every list">
        <Field label={CAMPUS_LABELS.status} error={problemOf(`${path}.status`)}>
          <Select
            options={STATUSES}
            value={form.watch(`${path}.status`)}
            onValueChange={(status) =>
              form.setValue(`${path}.status`, status as CampusValues["status"], {
                shouldDirty: true,
              })
            }
          />
        </Field>
        {text("name", "Such as UBC Vancouver.")}
        {text("short_name", "Such as UBCV.")}
        {text("slug", "Such as ubcv. Its page is at /ubcv.")}
        {text("university", "Such as University of British Columbia.")}
        {text("campus", "Such as Vancouver Campus.")}
      </SettingsGroup>
      <SettingsGroup title="Where it is" seen="On Contact, and to measure how far a door is away">
        {text("address.street")}
        {text("address.city")}
        {text("address.region")}
        {text("address.postal_code")}
        {text("position.lat", "In degrees, such as 49.2612.")}
        {text("position.lon", "In degrees, such as -123.253.")}
      </SettingsGroup>
      <SettingsGroup
        title="Pickup windows"
        seen="In the wizard, on its page and in the office. At most one begins before noon, one before 3:00 PM and one later. What is booked keeps its window"
      >
        <Windows
          value={form.watch(`${path}.pickup_windows`)}
          onChange={(next) => form.setValue(`${path}.pickup_windows`, next, { shouldDirty: true })}
          problemOf={(field) =>
            problemOf([`${path}.pickup_windows`, field].filter(Boolean).join("."))
          }
        />
      </SettingsGroup>
      <SettingsGroup title="Residences" seen="In the wizard and on its page">
        <Residences
          value={form.watch(`${path}.residences`)}
          position={form.watch(`${path}.position`)}
          onChange={(next) => form.setValue(`${path}.residences`, next, { shouldDirty: true })}
          problemOf={(field) => problemOf(`${path}.residences.${field}`)}
        />
      </SettingsGroup>
      <SettingsGroup
        title="Its page"
        seen="What only this page says. About the summer and leaving may be empty"
      >
        <div className="col-span-full">
          <PictureField
            label="Picture"
            hint="Wider than high, and at least 800 pixels wide. Empty, it is a drawing."
            kind="campus"
            value={form.watch(`${path}.picture`)}
            onChange={(picture) => form.setValue(`${path}.picture`, picture, { shouldDirty: true })}
            error={problemOf(`${path}.picture`)}
          />
        </div>
        {text("page.headline")}
        {long("page.lead")}
        {text("page.summer.title")}
        {long("page.summer.text")}
        {text("page.leaving.title")}
        {long("page.leaving.text")}
      </SettingsGroup>
      {onRemove ? (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          Remove {name}
        </Button>
      ) : null}
    </div>
  );
}
