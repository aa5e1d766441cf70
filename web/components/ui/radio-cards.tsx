import { cn } from "@lib/cn";
import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";

export interface RadioCard {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  /** A small picture or icon before the words. */
  picture?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps {
  /** Read out as the name of the group. */
  label: string;
  options: readonly RadioCard[];
  value: string | null | undefined;
  onValueChange: (value: string) => void;
  columns?: 1 | 2 | 3;
  className?: string;
}

const COLUMNS = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" };

/** One answer of a few, each a card as large as a thumb. Arrow keys move between them. */
export function RadioCards({
  label,
  options,
  value,
  onValueChange,
  columns = 1,
  className,
}: RadioCardsProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value ?? ""}
      onValueChange={onValueChange}
      className={cn("grid gap-3", COLUMNS[columns], className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className="group flex min-h-14 items-center gap-3.5 rounded-2xl border border-line-strong bg-sheet px-4 py-3 text-left transition-colors hover:border-ink hover:bg-mist disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-tape-soft data-[state=checked]:inset-ring data-[state=checked]:inset-ring-ink"
        >
          {option.picture}
          <span className="grid flex-1 gap-0.5">
            <span className="text-sm font-semibold">{option.label}</span>
            {option.description ? (
              <span className="text-xs text-muted">{option.description}</span>
            ) : null}
          </span>
          <span className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong bg-sheet group-data-[state=checked]:border-ink">
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-ink" />
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
