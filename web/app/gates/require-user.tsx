import { useSession } from "@lib/session";
import { isLeaving } from "@lib/use-leave";
import { Navigate, Outlet, useLocation } from "react-router";
import { GateLoading } from "./gate-loading";

/** Lets signed-in people through; others go to /auth, which brings them back here. */
export default function RequireUser() {
  const { status, provisional } = useSession();
  const location = useLocation();
  if (status === "loading" || isLeaving()) return <GateLoading unreachable={provisional} />;
  if (status !== "signed-in") return <Navigate to="/auth" replace state={{ from: location }} />;
  return <Outlet />;
}
