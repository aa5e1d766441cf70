import { useDocumentTheme } from "@lib/browser/theme";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { ErrorPage } from "../error-page";

/** The signed-in areas: no navbar, no footer, denser type, and the chosen theme. */
export default function DashboardLayout() {
  return (
    <Ground>
      <Outlet />
    </Ground>
  );
}

/** A page that failed: what others have read stays, so that Back shows it at once. */
export function ErrorBoundary() {
  return (
    <Ground>
      <ErrorPage />
    </Ground>
  );
}

function Ground({ children }: { children: ReactNode }) {
  useDocumentTheme();
  return <div className="page min-h-dvh bg-paper text-sm text-ink">{children}</div>;
}
