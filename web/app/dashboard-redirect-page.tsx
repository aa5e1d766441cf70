import { isStaff } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { Navigate } from "react-router";
import { DASHBOARD_LOADING, GateLoading } from "./gates/gate-loading";

/** /dashboard: sends each person to the dashboard of their role. */
export default function DashboardRedirectPage() {
  const session = useSession();
  if (session.status !== "signed-in")
    return <GateLoading label={DASHBOARD_LOADING} unreachable={session.provisional} />;
  if (isStaff(session.profile)) return <Navigate to="/admin-dashboard" replace />;
  if (session.provisional) return <GateLoading unreachable />;
  return <Navigate to="/customer-dashboard" replace />;
}

export function meta() {
  return [{ title: pageTitle("Your dashboard") }];
}
