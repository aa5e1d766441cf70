import { Check } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { SelectButton } from "./select-button";

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
  className?: string | undefined;
  "aria-label"?: string;
  defaultOpen?: boolean;
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
  defaultOpen = false,
  ...aria
}: SelectProps) {
  return (
    <Radix.Root
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={disabled}
      defaultOpen={defaultOpen}
      {...(name ? { name } : {})}
    >
      <Radix.Trigger asChild>
        <SelectButton className={className} {...aria}>
          <Radix.Value placeholder={placeholder} />
        </SelectButton>
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
