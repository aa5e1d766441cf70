import { useExecutive } from "@features/office/executive-session/executive-session";
import { Navigate, Outlet, useLocation } from "react-router";
import { GateLoading } from "./gate-loading";

/** Lets executives through; others go to /executive-login, which brings them back here. */
export default function RequireExecutive() {
  const { state } = useExecutive();
  const location = useLocation();
  if (state.status === "loading") return <GateLoading unreachable={state.unreachable} />;
  if (state.status === "in") return <Outlet />;
  return <Navigate to="/executive-login" replace state={{ from: location }} />;
}
