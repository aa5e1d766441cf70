import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { SummerLine } from "@components/ui/summer-line";
import bookingFacts from "@facts/booking.json";
import { type Answers, type Step, stepsFor } from "@features/booking/answers/answers";
import { formatDay } from "@lib/format/dates";
import { STEP_WORDS } from "./step-words";

/** The summer line through the steps, with the box stack at its end on phones. */
export function WizardProgress({
  step,
  signedIn,
  done,
}: {
  step: Step;
  signedIn: boolean;
  done: boolean;
}) {
  const steps = stepsFor(signedIn);
  const current = done ? steps.length : steps.indexOf(step);
  return (
    <div className="flex items-center gap-4 short:hidden">
      <SummerLine
        compact
        label="Booking progress"
        className="flex-1"
        stops={steps.map((one, index) => ({
          id: one,
          label: STEP_WORDS[one].stop,
          state: index < current ? "done" : index === current ? "current" : "ahead",
        }))}
      />
      {done ? null : (
        <IsoScene
          scene={boxStack(current)}
          dropGroup="newest"
          className="-my-2 h-14 w-auto md:hidden"
        />
      )}
    </div>
  );
}

/** Beside the form on wider screens: each answer drops a box, and is written on the slip below. */
export function PackingSlip({
  answers,
  boxes,
}: {
  /** null where the price stands below instead */
  answers: Answers | null;
  boxes: number;
}) {
  return (
    <div
      aria-hidden="true"
      className="hidden rounded-card bg-mist p-5 md:grid md:gap-4 short:md:hidden"
    >
      <IsoScene scene={boxStack(boxes)} dropGroup="newest" className="mx-auto h-32 w-auto" />
      {answers ? (
        <dl className="grid gap-2 border-t border-dashed border-line-strong pt-4 text-xs">
          {slipOf(answers).map(({ label, value }) => (
            <div key={label} className="grid grid-cols-[4.5rem_1fr] gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular min-w-0 truncate font-semibold">{value || "·"}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function slipOf(data: Answers) {
  const option = bookingFacts.delivery_options.find(({ value }) => value === data.deliveryOption);
  return [
    { label: "For", value: `${data.firstName} ${data.lastName}`.trim() },
    { label: "Campus", value: data.campus },
    {
      label: "Kit",
      value: data.wantsSupplies === false ? "My own" : formatDay(data.supplyKitDate, "medium", ""),
    },
    { label: "Pickup", value: formatDay(data.pickupDate, "medium", "") },
    { label: "Time", value: data.pickupTime },
    { label: "Return", value: option?.label ?? "" },
  ];
}
