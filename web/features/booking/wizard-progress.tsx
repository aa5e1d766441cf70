import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { SummerLine } from "@components/ui/summer-line";
import bookingFacts from "@facts/booking.json";
import { formatDay } from "@lib/dates";
import { STEP_WORDS } from "./step-words";
import { type Step, stepsFor, type WizardData } from "./wizard-data";

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
    <div className="flex items-center gap-4">
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
export function PackingSlip({ data, boxes }: { data: WizardData; boxes: number }) {
  const lines = slipOf(data);
  return (
    <aside
      aria-hidden="true"
      className="sticky top-0 hidden h-fit rounded-card bg-mist p-5 md:grid md:gap-5"
    >
      <IsoScene scene={boxStack(boxes)} dropGroup="newest" className="mx-auto h-44 w-auto" />
      <dl className="grid gap-2 border-t border-dashed border-line-strong pt-4 text-xs">
        {lines.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[4.5rem_1fr] gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular min-w-0 truncate font-semibold">{value || "·"}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function slipOf(data: WizardData) {
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
