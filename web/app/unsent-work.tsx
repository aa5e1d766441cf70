import { useSession } from "@lib/auth/session";
import { countUnsent, onUnsentChange, unsentCount } from "@lib/offline/unsent-work";
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const nothing = () => false;

/** Sends a crew's recorded work from any page; loads nothing without recorded work. */
export function UnsentWork() {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  const userId = status === "signed-in" ? user.id : "";
  // The day itself sends its changes, and says how many wait.
  const atTheDay =
    pathname === "/admin-dashboard" && new URLSearchParams(search).get("tab") === "pickups";
  const unsent = useSyncExternalStore(
    onUnsentChange,
    () => userId !== "" && unsentCount(userId) > 0,
    nothing,
  );
  useEffect(() => {
    if (userId) void countUnsent(userId);
  }, [userId]);
  const Pill = useUnsentPill(unsent && !atTheDay);
  return Pill && unsent && !atTheDay ? <Pill userId={userId} /> : null;
}

/** Loaded where there is something to send; without a signal again once there is one. */
function useUnsentPill(wanted: boolean): ComponentType<{ userId: string }> | undefined {
  const [Pill, setPill] = useState<ComponentType<{ userId: string }>>();
  const missing = wanted && !Pill;
  useEffect(() => {
    if (!missing) return;
    const load = () =>
      import("@features/crew/offline/unsent-pill").then(
        ({ UnsentPill }) => setPill(() => UnsentPill),
        () => undefined,
      );
    void load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [missing]);
  return Pill;
}
