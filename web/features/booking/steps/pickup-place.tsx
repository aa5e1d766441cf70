import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import bookingFacts from "@facts/booking.json";
import type { Answers } from "@features/booking/answers/answers";
import { campusById } from "@features/booking/answers/campus-choices";
import { Question } from "./question";
import { ResidenceCombobox } from "./residence-combobox";
import type { StepProps } from "./step-props";
import { Way } from "./way";

const { limits } = bookingFacts;
const QUESTION = "Where do we pick up?";
/** Leaves room for the room's number behind it. */
const LONGEST_NAME = limits.building_name - 40;

/** The place of the pickup: never required, so that a booking never waits for a room number. */
export function PickupPlace({ form: { register, errorOf }, answers, change, price }: StepProps) {
  const campus = campusById(answers.campusId);
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Question text={`${QUESTION} (optional)`} hint="You can also add it later.">
        <RadioCards
          label={QUESTION}
          columns={2}
          options={[
            { value: "on_campus", label: "On campus" },
            { value: "other", label: "Another address" },
          ]}
          value={answers.residenceType}
          onValueChange={(value) =>
            change({
              residenceType: value as Answers["residenceType"],
              city: answers.city || (campus?.city ?? ""),
            })
          }
        />
      </Question>
      {answers.residenceType === "on_campus" ? (
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="Residence">
            {campus?.residences.length ? (
              <ResidenceCombobox
                campusId={answers.campusId}
                value={answers.buildingName}
                onChange={(buildingName, residenceAddress) =>
                  change({ buildingName, residenceAddress })
                }
              />
            ) : (
              <Input maxLength={LONGEST_NAME} {...register("buildingName")} />
            )}
          </Field>
          <Field label="Room">
            <Input maxLength={20} {...register("room")} />
          </Field>
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="Pickup Address" className="sm:col-span-2" error={errorOf("street")}>
            <Input
              autoComplete="address-line1"
              placeholder="Street and unit"
              maxLength={limits.address - 120}
              {...register("street")}
            />
          </Field>
          <Field label="City" error={errorOf("city")}>
            <Input autoComplete="address-level2" maxLength={80} {...register("city")} />
          </Field>
          <Field label="Postal Code" error={errorOf("postalCode")}>
            <Input
              autoComplete="postal-code"
              autoCapitalize="characters"
              placeholder="V6T 1Z4"
              maxLength={10}
              {...register("postalCode")}
            />
          </Field>
          <Way distance={price?.pickup_distance} />
        </div>
      )}
    </div>
  );
}
