import { cn } from "@lib/cn";
import { ChevronDown } from "lucide-react";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";
import type { SelectProps } from "./select";

/** One of a list, in the device's own picker: nothing to fetch before a form can be used. */
export function NativeSelect({
  options,
  value,
  onValueChange,
  placeholder = "Choose one",
  disabled = false,
  name,
  className,
  ...aria
}: Omit<SelectProps, "defaultOpen">) {
  return (
    <div className="relative">
      <select
        value={value ?? ""}
        onChange={(event) => onValueChange(event.target.value)}
        disabled={disabled}
        {...(name ? { name } : {})}
        className={cn(controlStyles, "appearance-none truncate pr-11", className)}
        {...useFieldWiring()}
        {...aria}
      >
        {value ? null : (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
      />
    </div>
  );
}
