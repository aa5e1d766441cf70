import { cn } from "@lib/cn";
import { CODE_LENGTH } from "@lib/mailed-code";
import type { ComponentProps } from "react";
import { Input } from "./input";

export interface CodeInputProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  value: string;
  onChange: (code: string) => void;
}

/** Six digits from a mail, a text message or an app: pasted with spaces too, offered by the phone. */
export function CodeInput({ value, onChange, className, ...props }: CodeInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, CODE_LENGTH))}
      className={cn(
        "tabular h-14 max-w-60 font-mono text-xl font-semibold tracking-[0.35em] md:text-xl lg:h-14",
        className,
      )}
      {...props}
    />
  );
}
