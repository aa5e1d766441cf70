import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import bookingFacts from "@facts/booking.json";
import { campusById } from "../campus-choices";
import type { ResidenceType } from "../wizard-data";
import { Question } from "./question";
import { ResidenceCombobox } from "./residence-combobox";
import type { StepProps } from "./step-props";

const { limits } = bookingFacts;
const QUESTION = "Where do we pick up?";

/** The place of the pickup: never required, so that a booking never waits for a room number. */
export function PickupPlace({ data, change }: StepProps) {
  const known = (campusById(data.campusId)?.residences.length ?? 0) > 0;
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Question text={`${QUESTION} (optional)`} hint="You can tell us later as well.">
        <RadioCards
          label={QUESTION}
          columns={2}
          options={[
            { value: "on_campus", label: "On campus" },
            { value: "other", label: "Another address" },
          ]}
          value={data.residenceType}
          onValueChange={(value) =>
            change({
              residenceType: value as ResidenceType,
              buildingName: "",
              room: "",
              address: "",
            })
          }
        />
      </Question>
      {data.residenceType === "on_campus" ? (
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="Residence">
            {known ? (
              <ResidenceCombobox
                campusId={data.campusId}
                value={data.buildingName}
                onChange={(buildingName, address) => change({ buildingName, address })}
              />
            ) : (
              <Input
                name="buildingName"
                // Leaves room for the number behind it.
                maxLength={limits.building_name - 40}
                value={data.buildingName}
                onChange={(event) => change({ buildingName: event.target.value })}
              />
            )}
          </Field>
          <Field label="Room">
            <Input
              name="room"
              maxLength={20}
              value={data.room}
              onChange={(event) => change({ room: event.target.value })}
            />
          </Field>
        </div>
      ) : (
        <Field label="Pickup Address">
          <Textarea
            name="address"
            rows={2}
            autoComplete="street-address"
            maxLength={limits.address}
            value={data.address}
            onChange={(event) => change({ address: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
