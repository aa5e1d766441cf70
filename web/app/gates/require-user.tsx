import { useSession } from "@lib/auth/session";
import { hasLeft, isLeaving } from "@lib/auth/use-leave";
import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { DASHBOARD_LOADING, GateLoading } from "./gate-loading";

/** Lets signed-in people through; others go to /auth, which brings them back here. */
export default function RequireUser() {
  const { status, provisional } = useSession();
  const location = useLocation();
  useEffect(() => hasLeft, []);
  if (status === "loading" || isLeaving()) {
    const label = location.pathname === "/dashboard" ? DASHBOARD_LOADING : undefined;
    return <GateLoading label={label} unreachable={provisional} />;
  }
  if (status !== "signed-in") return <Navigate to="/auth" replace state={{ from: location }} />;
  return <Outlet />;
}
