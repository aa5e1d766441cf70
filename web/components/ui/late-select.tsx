import { lateCode } from "@lib/browser/late-code";
import { useLateOpener } from "./late-panel";
import type { SelectProps } from "./select";
import { SelectButton } from "./select-button";

const selectCode = lateCode(() => import("./select"));

/** A Select that shows its value at once, and whose list the first screen does without. */
export function LateSelect(props: SelectProps) {
  const { options, value, placeholder = "Choose one", disabled = false, className } = props;
  const { open, code, opener, openByArrow } = useLateOpener(selectCode);
  if (code && open) return <code.Select {...props} defaultOpen />;
  const label = options.find((option) => option.value === value)?.label;
  return (
    <SelectButton
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={props["aria-label"]}
      data-placeholder={label ? undefined : ""}
      disabled={disabled}
      className={className}
      {...opener}
      onKeyDown={openByArrow}
    >
      {label ?? placeholder}
    </SelectButton>
  );
}
