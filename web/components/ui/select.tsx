import { cn } from "@lib/cn";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  className?: string;
  "aria-label"?: string;
}

/** One of a list, in a popover. Inside a Field it takes the field's label and error. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder = "Choose one",
  disabled = false,
  name,
  className,
  ...aria
}: SelectProps) {
  return (
    <Radix.Root
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={disabled}
      {...(name ? { name } : {})}
    >
      <Radix.Trigger
        className={cn(
          controlStyles,
          "flex items-center justify-between gap-2 text-left data-placeholder:text-muted",
          className,
        )}
        {...useFieldWiring()}
        {...aria}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown aria-hidden="true" className="size-5 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          className="pop z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-control border border-line bg-sheet shadow-pop"
        >
          <Radix.Viewport className="[scrollbar-width:none] p-1.5 [&::-webkit-scrollbar]:hidden">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-pine-soft md:min-h-10"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden="true" className="size-4" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
