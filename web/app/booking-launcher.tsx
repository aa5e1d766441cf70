import { newId } from "@lib/browser/new-id";
import {
  BOOKED_KEY,
  BookingLauncherContext,
  type BookingStart,
  placeIn,
  RESUME,
} from "@lib/site/booking-launcher";
import { season } from "@lib/site/published";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const BookingDialog = lazy(() => import("@features/booking/booking-dialog"));

interface Opened {
  run: string;
  start: BookingStart;
  /** on purpose: no entry of the history shows it again */
  closed: boolean;
}

/** Holds the one booking dialog; its code is fetched when it is first opened. */
export function BookingLauncherProvider({ children }: { children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [booked, setBooked] = useState(false);
  useEffect(() => setBooked(keepsBooked()), []);
  const place = placeIn(state);
  // Going to another page (such as "Sign in here") leaves the dialog behind; Back comes back to it.
  const isOpen = opened !== null && !opened.closed && place?.run === opened.run;

  function open(start: BookingStart = {}, at = { pathname, search, hash }) {
    if (!season.is_open) {
      void navigate("/book");
      return;
    }
    const run = newId();
    setOpened({ run, start, closed: false });
    const booking = { run, step: "userType", depth: 1, from: null };
    void navigate(at, { state: { ...state, booking }, preventScrollReset: true });
  }

  function close() {
    if (!opened) return;
    setOpened({ ...opened, closed: true });
    if (isOpen && place) void navigate(-place.depth);
  }

  function forgetBooked() {
    setBooked(false);
    try {
      sessionStorage.removeItem(BOOKED_KEY);
    } catch {}
  }

  const resume = useEffectEvent((query: string) => {
    const params = new URLSearchParams(query);
    if (params.get(RESUME.name) !== RESUME.value) return;
    params.delete(RESUME.name);
    const at = { pathname, search: params.toString(), hash };
    void navigate(at, { replace: true });
    open({ resume: true }, at);
  });
  useEffect(() => resume(search), [search]);

  return (
    <BookingLauncherContext
      value={{ open: (start) => open(start), close, isOpen, booked, forgetBooked }}
    >
      {children}
      {opened ? (
        <Suspense>
          <BookingDialog
            open={isOpen}
            run={opened.run}
            start={opened.start}
            onCompleted={() => setBooked(true)}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </BookingLauncherContext>
  );
}

function keepsBooked(): boolean {
  try {
    return sessionStorage.getItem(BOOKED_KEY) !== null;
  } catch {
    return false;
  }
}
