import { Button, type ButtonProps } from "@components/ui/button";
import { bookingAddress } from "@lib/site/booking-address";
import { type BookingStart, useBookingDialog } from "@lib/site/booking-launcher";
import type { MouseEvent, ReactNode } from "react";

export interface BookNowProps {
  children?: ReactNode;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  className?: string;
  /** What the wizard may start with. */
  start?: BookingStart;
}

/**
 * A real link to /book; where scripts run it opens the booking dialog instead. A press before the
 * application is loaded is kept for it, by `data-opens-dialog` (build-steps/wake.ts).
 */
export function BookNow({ children = "Book Now", variant, size, className, start }: BookNowProps) {
  const { open } = useBookingDialog();
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(start);
  }
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <a href={bookingAddress(start)} onClick={onClick} data-opens-dialog="">
        {children}
      </a>
    </Button>
  );
}
