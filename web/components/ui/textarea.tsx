import { cn } from "@lib/cn";
import type { ComponentProps } from "react";
import { useFieldWiring } from "./field";
import { controlStyles } from "./input";

export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={cn(controlStyles, "h-auto min-h-24 py-2.5 lg:h-auto", className)}
      {...useFieldWiring()}
      {...props}
    />
  );
}
