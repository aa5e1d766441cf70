import { CODE_LENGTH } from "@lib/auth/mailed-code";
import { cn } from "@lib/cn";
import type { ComponentProps } from "react";
import { Input } from "./input";

/** Six digits from a mail, a text message or an app: pasted with spaces too, offered by the phone. */
export function CodeInput({ onChange, className, ...props }: ComponentProps<"input">) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      spellCheck={false}
      onChange={(event) => {
        event.target.value = event.target.value.replace(/\D/g, "").slice(0, CODE_LENGTH);
        onChange?.(event);
      }}
      className={cn(
        "tabular h-14 max-w-60 font-mono text-xl font-semibold tracking-[0.35em] md:text-xl lg:h-14",
        className,
      )}
      {...props}
    />
  );
}
