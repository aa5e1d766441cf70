import { RadioCards } from "@components/ui/radio-cards";
import { campusesOf, universities } from "@features/booking/answers/campus-choices";
import { Question } from "./question";
import type { StepProps } from "./step-props";

/** 4 · 'Find Your School': the campuses appear once a university is chosen. */
export function SchoolStep({ answers, change }: StepProps) {
  const campuses = campusesOf(answers.university);
  return (
    <div className="grid gap-6">
      <Question text="University">
        <RadioCards
          label="University"
          options={universities.map((name) => ({ value: name, label: name }))}
          value={answers.university}
          onValueChange={(university) => change({ university })}
        />
      </Question>
      {answers.university ? (
        <Question text="Campus">
          <RadioCards
            key={answers.university}
            label="Campus"
            columns={2}
            options={campuses.map(({ id, campus, city }) => ({
              value: String(id),
              label: campus,
              description: city,
            }))}
            value={answers.campusId === null ? null : String(answers.campusId)}
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
