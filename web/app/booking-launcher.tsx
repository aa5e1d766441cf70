import { BookingLauncherContext, type BookingStart } from "@lib/booking-launcher";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { useLocation } from "react-router";

const BookingDialog = lazy(() => import("@features/booking/booking-dialog"));

/** Holds the one booking dialog; its code is fetched when it is first opened. */
export function BookingLauncherProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState<{ path: string; start: BookingStart } | null>(null);
  const [wanted, setWanted] = useState(false);

  const open = useCallback(
    (start: BookingStart = {}) => {
      setWanted(true);
      setOpenedOn({ path: pathname, start });
    },
    [pathname],
  );
  const close = useCallback(() => setOpenedOn(null), []);
  // Going to another page (such as "Sign in here") leaves the dialog behind.
  const isOpen = openedOn !== null && openedOn.path === pathname;

  const launcher = useMemo(() => ({ open, close, isOpen }), [open, close, isOpen]);
  return (
    <BookingLauncherContext value={launcher}>
      {children}
      {wanted ? (
        <Suspense>
          <BookingDialog
            open={isOpen}
            onOpenChange={(next) => !next && close()}
            start={openedOn?.start ?? {}}
          />
        </Suspense>
      ) : null}
    </BookingLauncherContext>
  );
}
