import { cn } from "@lib/cn";
import type { ComponentProps } from "react";

/** A tag: 20 px corners, one line around it, no shadow. */
export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("rounded-card border border-line bg-sheet p-5 sm:p-6", className)}
      {...props}
    />
  );
}

export function CardTitle({ className, ...props }: ComponentProps<"h2">) {
  return <h2 className={cn("text-xl", className)} {...props} />;
}
