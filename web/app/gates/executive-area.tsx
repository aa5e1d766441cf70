import { ExecutiveProvider } from "@features/office/executive-session/executive-session";
import { Outlet } from "react-router";

/** The pages of the executive area, which share a session of their own. */
export default function ExecutiveArea() {
  return (
    <ExecutiveProvider>
      <Outlet />
    </ExecutiveProvider>
  );
}
