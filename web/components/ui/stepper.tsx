import { cn } from "@lib/cn";
import { Minus, Plus } from "lucide-react";
import { useId } from "react";

export interface StepperProps {
  label: string;
  hint?: string;
  value: number | "";
  least?: number;
  most: number;
  step?: number;
  /** "" while the field is empty */
  onChange: (value: number | "") => void;
  className?: string;
  /** In a list: the words at the left, the control at the right. */
  compact?: boolean;
  /** Left empty it stays so, instead of becoming the least. */
  mayBeEmpty?: boolean;
}

/** A number to type, or to change by one. */
export function Stepper(props: StepperProps) {
  const {
    label,
    hint,
    value,
    least = 0,
    most,
    step = 1,
    onChange,
    className,
    compact,
    mayBeEmpty,
  } = props;
  const id = useId();
  const now = value === "" ? least - (mayBeEmpty ? step : 0) : value;
  const set = (next: number) => onChange(Math.min(most, Math.max(least, next)));
  const button =
    "grid size-11 shrink-0 place-items-center rounded-full border border-line-strong bg-sheet text-ink transition-colors hover:border-ink hover:bg-pine-soft disabled:opacity-40 disabled:hover:bg-sheet";
  return (
    <div
      className={cn(
        "flex items-center justify-between gap-4",
        compact ? "min-h-14 py-1" : "min-h-16 py-2",
        className,
      )}
    >
      <label htmlFor={id} className="grid min-w-0 gap-0.5">
        <span
          id={`${id}-name`}
          className={cn("text-sm", compact ? "font-medium" : "font-semibold")}
        >
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        ) : null}
      </label>
      <div className="flex shrink-0 items-center gap-1">
        <button
          type="button"
          className={button}
          aria-label={`Fewer: ${label}`}
          disabled={now <= least}
          onClick={() => set(now - step)}
        >
          <Minus aria-hidden="true" className="size-4.5" />
        </button>
        <input
          id={id}
          type="number"
          aria-labelledby={`${id}-name`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          inputMode="numeric"
          min={least}
          max={most}
          value={value}
          placeholder="?"
          onChange={({ target }) => {
            const typed = target.value === "" ? Number.NaN : Number(target.value);
            if (Number.isNaN(typed)) onChange("");
            else set(Math.round(typed));
          }}
          onBlur={() => value === "" && !mayBeEmpty && onChange(least)}
          className="tabular h-11 w-14 rounded-control border border-transparent bg-transparent text-center text-base font-semibold [appearance:textfield] hover:border-line-strong focus:border-line-strong [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        />
        <button
          type="button"
          className={button}
          aria-label={`More: ${label}`}
          disabled={now >= most}
          onClick={() => set(now + step)}
        >
          <Plus aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    </div>
  );
}
