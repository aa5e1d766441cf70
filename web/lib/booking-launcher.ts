import { createContext, useContext } from "react";

/** What the opener may already know, so that the wizard can start with it filled in. */
export interface BookingStart {
  /** id of a bundle in `@facts/pricing.json` */
  planId?: string;
  /** whether the bundle is to be split with friends */
  split?: boolean;
  /** id of a campus in `@facts/campuses.json` */
  campusId?: number;
}

/** The address of the booking page that starts with this, for links that work before any script. */
export function bookingAddress({ planId, split, campusId }: BookingStart = {}): string {
  const known = new URLSearchParams();
  if (planId) known.set("plan", planId);
  if (split) known.set("split", "1");
  if (campusId) known.set("campus", String(campusId));
  return known.size ? `/book?${known}` : "/book";
}

/** What such an address says; the wizard passes over a plan or a campus that there is not. */
export function bookingStartOf(search: string): BookingStart {
  const said = new URLSearchParams(search);
  const planId = said.get("plan");
  const campusId = Number(said.get("campus"));
  return {
    ...(planId ? { planId } : {}),
    ...(said.get("split") === "1" ? { split: true } : {}),
    ...(campusId ? { campusId } : {}),
  };
}

export interface BookingLauncher {
  open: (start?: BookingStart) => void;
  close: () => void;
  isOpen: boolean;
}

export const BookingLauncherContext = createContext<BookingLauncher | null>(null);

/** The booking dialog of this page; `open()` shows it from anywhere. */
export function useBookingDialog(): BookingLauncher {
  const launcher = useContext(BookingLauncherContext);
  if (!launcher) throw new Error("useBookingDialog needs BookingLauncherProvider above it");
  return launcher;
}
