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
