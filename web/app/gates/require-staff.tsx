import { needsSecondFactor } from "@lib/auth/assurance";
import { isStaff } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { hasLeft, isLeaving } from "@lib/auth/use-leave";
import { drawn } from "@lib/browser/first-stops";
import { useCrewShell } from "@lib/offline/crew-shell";
import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { GateLoading } from "./gate-loading";

/** Lets admin, executive and worker through; other signed-in people go to /dashboard. */
export default function RequireStaff() {
  const session = useSession();
  const location = useLocation();
  const staff = session.status === "signed-in" && isStaff(session.profile);
  useCrewShell(staff ? session.user.id : undefined);
  const elsewhere = session.status !== "loading" && !staff && !session.provisional;
  useEffect(() => {
    if (elsewhere) drawn();
  }, [elsewhere]);
  useEffect(() => hasLeft, []);
  if (session.status === "loading" || isLeaving())
    return <GateLoading unreachable={session.provisional} />;
  if (session.status !== "signed-in")
    return <Navigate to="/auth" replace state={{ from: location }} />;
  // The account says that a second step is needed, and sets it up.
  if (staff && needsSecondFactor(session.user, session.profile))
    return <Navigate to="/account" replace />;
  if (staff) return <Outlet />;
  // A role that could not be read is no refusal: it is read again until the server answers.
  if (session.provisional) return <GateLoading unreachable />;
  return <Navigate to="/dashboard" replace />;
}

/** What makes the crew's page an application to install. */
export function links() {
  return [
    { rel: "manifest", href: "/crew.webmanifest" },
    { rel: "apple-touch-icon", href: "/crew-icon-192.png" },
  ];
}
