import { cn } from "@lib/cn";
import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";

export interface CheckboxProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  className?: string;
}

/** A box to tick with its words; all of it is the target. */
export function Checkbox({
  label,
  description,
  checked,
  onCheckedChange,
  disabled = false,
  name,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex min-h-11 items-start gap-3", className)}>
      <Box
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        {...(name ? { name } : {})}
        className="mt-2.5"
      />
      <label htmlFor={id} className="grid flex-1 gap-0.5 py-2.5 text-sm font-medium">
        {label}
        {description ? <span className="text-xs font-normal text-muted">{description}</span> : null}
      </label>
    </div>
  );
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** before the box is ticked, with the keys that are held */
  onClick?: (event: MouseEvent) => void;
}

/** A box without words of its own, for a row of a table: the label is read out. */
export function RowCheckbox({ label, ...box }: RowCheckboxProps) {
  return <Box aria-label={label} {...box} />;
}

interface BoxProps extends Omit<ComponentProps<typeof Radix.Root>, "onCheckedChange"> {
  onCheckedChange: (checked: boolean) => void;
}

function Box({ onCheckedChange, className, ...box }: BoxProps) {
  return (
    <Radix.Root
      onCheckedChange={(next) => onCheckedChange(next === true)}
      {...box}
      className={cn(
        "relative grid size-6 shrink-0 place-items-center rounded-md border-2 border-line-strong bg-sheet text-on-tape transition-colors before:absolute before:-inset-2.5 hover:border-ink disabled:opacity-40 data-[state=checked]:border-ink data-[state=checked]:bg-tape",
        className,
      )}
    >
      <Radix.Indicator>
        <Check aria-hidden="true" className="size-4.5" strokeWidth={3.5} />
      </Radix.Indicator>
    </Radix.Root>
  );
}
