import { cn } from "@lib/cn";
import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { Spinner } from "./spinner";

/** Class names of a button, for links that must look like one: `<Link className={buttonStyles()}>`. */
export const buttonStyles = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-full border border-transparent font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-busy:opacity-90 [&_svg]:size-[1.15em] [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-tape text-on-tape hover:bg-tape-pressed",
        secondary: "border-line-strong bg-transparent text-ink hover:border-ink hover:bg-pine-soft",
        pine: "bg-pine text-on-pine hover:opacity-90",
        ghost: "text-ink hover:bg-pine-soft",
        destructive: "bg-brick text-on-brick hover:bg-brick-text",
        link: "rounded-md px-1! text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink",
      },
      size: {
        sm: "h-11 px-4 text-sm md:h-9 md:px-3.5",
        md: "h-11 px-5 text-sm",
        lg: "h-14 px-7 text-lg",
        icon: "size-11 text-lg",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyles> & {
    /** Gives the looks to the one child (a link) instead of a button element. */
    asChild?: boolean;
    /** Shows a spinner and refuses presses, keeping focus. */
    busy?: boolean;
  };

export function Button({
  variant,
  size,
  asChild = false,
  busy = false,
  className,
  type = "button",
  children,
  onClick,
  ...props
}: ButtonProps) {
  const styles = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={styles} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      className={styles}
      // A busy form must not be sent twice by the return key either.
      type={busy ? "button" : type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...props}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
