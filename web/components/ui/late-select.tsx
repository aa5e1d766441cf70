import { lateCode, useLateCode } from "@lib/browser/late-code";
import { whenPointedAt } from "@lib/browser/pointed-at";
import { type KeyboardEvent, useState } from "react";
import { sayNotOpened } from "./late-panel";
import type { SelectProps } from "./select";
import { SelectButton } from "./select-button";

const selectCode = lateCode(() => import("./select"));

/** A Select that shows its value at once, and whose list the first screen does without. */
export function LateSelect(props: SelectProps) {
  const { options, value, placeholder = "Choose one", disabled = false, className } = props;
  const [pressed, setPressed] = useState(false);
  const code = useLateCode(selectCode, pressed, () => {
    setPressed(false);
    sayNotOpened();
  });
  if (code && pressed) return <code.Select {...props} defaultOpen />;
  const chosen = options.find((option) => option.value === value);
  return (
    <SelectButton
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={props["aria-label"]}
      data-placeholder={chosen ? undefined : ""}
      disabled={disabled}
      className={className}
      {...whenPointedAt(() => void selectCode.load().catch(() => {}))}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === "ArrowDown" || key === "ArrowUp") setPressed(true);
      }}
    >
      {chosen?.label ?? placeholder}
    </SelectButton>
  );
}
