import booking from "@facts/booking.json";
import { cn } from "@lib/cn";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

const badgeStyles = cva(
  "inline-flex h-6 w-fit items-center gap-1.5 rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line bg-mist text-ink",
        pine: "border-transparent bg-pine-soft text-ink",
        solid: "border-transparent bg-pine text-on-pine",
        tape: "border-transparent bg-tape text-on-tape",
        sky: "border-transparent bg-sky text-ink",
        brick: "border-transparent bg-brick-soft text-brick-text",
        outline: "border-line-strong bg-transparent text-muted",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyles>["tone"]>;

export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />;
}

const STATUS_TONES: Record<string, BadgeTone> = {
  pending: "neutral",
  confirmed: "sky",
  in_queue: "tape",
  picked_up: "pine",
  delivered: "solid",
  completed: "solid",
  cancelled: "brick",
};

/** A booking's status in the staff's words, or the customer's with `customer`. */
export function StatusBadge({
  status,
  customer = false,
  className,
}: {
  status: string;
  customer?: boolean;
  className?: string;
}) {
  const fact = booking.statuses.find(({ value }) => value === status);
  const label = customer ? fact?.customer_label : fact?.label;
  return (
    <Badge tone={STATUS_TONES[status] ?? "neutral"} className={cn(className)}>
      {label ?? status}
    </Badge>
  );
}
