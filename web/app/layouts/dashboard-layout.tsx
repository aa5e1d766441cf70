import { useDocumentTheme } from "@lib/browser/theme";
import { Outlet } from "react-router";

/** The signed-in areas: no navbar, no footer, denser type, and the chosen theme. */
export default function DashboardLayout() {
  useDocumentTheme();
  return (
    <div className="page min-h-dvh bg-paper text-sm text-ink">
      <Outlet />
    </div>
  );
}
