import { DatePicker, type DatePickerProps } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type Shown = Pick<DatePickerProps, "marked" | "notes" | "onMonth" | "legend" | "onChange">;

export interface DateFieldProps extends Shown {
  label: string;
  value: string;
  hint?: ReactNode;
  /** A gentle word about the chosen day; it never blocks. */
  warning: string | null;
  today: string | undefined;
  opensAt: string | undefined;
  /** Days to choose with one press, in view together with the field. */
  above?: ReactNode;
  /** An answer just now asks for it: it comes into view. */
  justOpened?: boolean;
}

/** A day without limits, and a gentle word where it is probably not meant. */
export function DateField({
  label,
  value,
  hint,
  warning,
  today,
  opensAt,
  above,
  justOpened = false,
  ...calendar
}: DateFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  // A calendar that unfolds in place would end behind the foot of the dialog.
  const reveal = () =>
    requestAnimationFrame(() => field.current?.scrollIntoView({ block: "nearest" }));
  const choices = Boolean(above);
  // biome-ignore lint/correctness/useExhaustiveDependencies: days to press that come later, too
  useEffect(() => {
    if (justOpened) field.current?.scrollIntoView({ block: "nearest" });
  }, [justOpened, choices]);
  return (
    <div ref={field} onClickCapture={reveal} className="grid scroll-my-3 gap-2 short:scroll-my-0">
      {above}
      <Field label={label} hint={hint}>
        <DatePicker
          unfolded
          value={value || undefined}
          {...(today ? { today } : {})}
          {...(opensAt ? { opensAt } : {})}
          {...calendar}
        />
      </Field>
      <p role="status" className="empty:hidden">
        {warning ? <Warning>{warning}</Warning> : null}
      </p>
    </div>
  );
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-2 rounded-control bg-tape-soft px-3 py-2 text-xs font-medium text-ink">
      <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
      {children}
    </span>
  );
}
