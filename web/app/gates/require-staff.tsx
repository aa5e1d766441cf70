import { isStaff } from "@lib/profile";
import { useSession } from "@lib/session";
import { isLeaving } from "@lib/use-leave";
import { Navigate, Outlet, useLocation } from "react-router";
import { GateLoading } from "./gate-loading";

/** Lets admin, executive and worker through; other signed-in people go to /dashboard. */
export default function RequireStaff() {
  const session = useSession();
  const location = useLocation();
  if (session.status === "loading" || isLeaving())
    return <GateLoading unreachable={session.provisional} />;
  if (session.status !== "signed-in")
    return <Navigate to="/auth" replace state={{ from: location }} />;
  if (isStaff(session.profile)) return <Outlet />;
  // A role that could not be read is no refusal: it is asked for again until it answers.
  if (session.provisional) return <GateLoading unreachable />;
  return <Navigate to="/dashboard" replace />;
}
