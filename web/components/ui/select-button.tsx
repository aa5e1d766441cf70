import { cn } from "@lib/cn";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";

/** The button of a list to choose from. Inside a Field it takes the field's label and error. */
export function SelectButton({ className, children, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={cn(
        controlStyles,
        "flex items-center justify-between gap-2 text-left data-placeholder:text-muted",
        className,
      )}
      {...useFieldWiring()}
      {...props}
    >
      <span className="truncate">{children}</span>
      <ChevronDown aria-hidden="true" className="size-5 text-muted" />
    </button>
  );
}
