import { readInTab } from "@lib/browser/tab-store";
import { createContext, useContext } from "react";

/** What the opener may already know, so that the wizard can start with it filled in. */
export interface BookingStart {
  /** id of a bundle in `@facts/pricing.json`, or "single_items" */
  planId?: string;
  /** whether the bundle is to be split with friends */
  split?: boolean;
  /** how many items an estimate counted */
  items?: number;
  /** "YYYY-MM-DD", the pickup of that estimate */
  pickupDate?: string;
  /** "YYYY-MM-DD", the return of that estimate */
  returnDate?: string;
  /** how long, where the estimate has no days */
  months?: number;
  /** whether a supply kit is wanted */
  kit?: boolean;
  /** what the items are to be protected for, in dollars */
  protection?: number;
  /** from campus to the address of pickup and return */
  miles?: number;
  /** id of a campus */
  campusId?: number;
  /** goes to what the customer's last booking does not answer */
  again?: boolean;
  /** goes on with the draft of this tab */
  resume?: boolean;
}

/** The tab storage key of a completed booking, for its alert. */
export const BOOKED_KEY = "summerstow-booked";

/** The code and address of the booking that was completed in this tab; null if there is none. */
export function bookedInTab(): { code: string; email: string } | null {
  return readInTab(BOOKED_KEY) as { code: string; email: string } | null;
}

/** The parameter of an address that goes on with the draft of this tab. */
export const RESUME = { name: "booking", value: "resume" } as const;

/** The wizard's step, in the state of a history entry: Back is a step back. */
export interface WizardPlace {
  /** which opening of the wizard; entries of another one show the page alone */
  run: string;
  step: string;
  /** how many entries of this run there are up to this one */
  depth: number;
  /** the step of the entry before; null at the first */
  from: string | null;
}

/** The wizard's place in a location's state; null on the page itself. */
export function placeIn(state: unknown): WizardPlace | null {
  return (state as { booking?: WizardPlace } | null)?.booking ?? null;
}

export interface BookingLauncher {
  open: (start?: BookingStart) => void;
  close: () => void;
  isOpen: boolean;
  /** a booking was completed in this tab, and its alert is not put away yet */
  booked: boolean;
  forgetBooked: () => void;
}

export const BookingLauncherContext = createContext<BookingLauncher | null>(null);

/** The booking dialog of this page; `open()` shows it from anywhere. */
export function useBookingDialog(): BookingLauncher {
  const launcher = useContext(BookingLauncherContext);
  if (!launcher) throw new Error("useBookingDialog needs BookingLauncherProvider above it");
  return launcher;
}
