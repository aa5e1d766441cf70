import { isStaff } from "@lib/profile";
import { useSession } from "@lib/session";
import { Navigate } from "react-router";
import { GateLoading } from "./gates/gate-loading";

/** /dashboard: sends each person to the dashboard of their role. */
export default function DashboardRedirectPage() {
  const session = useSession();
  if (session.status !== "signed-in")
    return <GateLoading label="Loading your dashboard" unreachable={session.provisional} />;
  if (isStaff(session.profile)) return <Navigate to="/admin-dashboard" replace />;
  if (session.provisional) return <GateLoading unreachable />;
  return <Navigate to="/customer-dashboard" replace />;
}

export function meta() {
  return [{ title: "Your dashboard · Summerstow" }];
}
