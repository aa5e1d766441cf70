import { RadioCards } from "@components/ui/radio-cards";
import { campusesOf, universities } from "../campus-choices";
import { Question } from "./question";
import type { StepProps } from "./step-props";

/** 4 · 'Find Your School': the campuses appear once a university is chosen. */
export function SchoolStep({ data, change }: StepProps) {
  const campuses = campusesOf(data.university);
  return (
    <div className="grid gap-6">
      <Question text="University">
        <RadioCards
          label="University"
          options={universities.map((name) => ({ value: name, label: name }))}
          value={data.university}
          onValueChange={(university) => change({ university })}
        />
      </Question>
      {data.university ? (
        <Question text="Campus">
          <RadioCards
            key={data.university}
            label="Campus"
            columns={2}
            options={campuses.map(({ id, campus, city }) => ({
              value: String(id),
              label: campus,
              description: city,
            }))}
            value={data.campusId === null ? null : String(data.campusId)}
            onValueChange={(value) => {
              const chosen = campuses.find(({ id }) => String(id) === value);
              if (chosen) change({ campus: chosen.campus, campusId: chosen.id });
            }}
          />
        </Question>
      ) : null}
    </div>
  );
}
