import { Skeleton } from "@components/ui/skeleton";
import { pageTitle } from "@lib/site/page-title";
import { ChartSpline, Package, Settings } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { EXECUTIVE_LIST } from "./bookings/booking-lists";
import { BookingsTab } from "./bookings/bookings-tab";
import { DashboardHeader } from "./dashboard-header";
import { type DashboardTab, DashboardTabs } from "./dashboard-tabs";
import { useExecutive } from "./executive-session/executive-session";
import { areaCommands } from "./search/office-commands";
import { OfficeSearch } from "./search/office-search";

// With it come the charts, which the bookings do without.
const OverviewPanel = lazy(() => import("./overview/overview-panel"));

const SettingsTab = lazy(async () => ({
  default: (await import("./settings/settings-tab")).SettingsTab,
}));

const BASE = "/executive-dashboard";

/** /executive-dashboard: every booking, and the season at a glance. The gate lets only executives in. */
export default function ExecutiveDashboardPage() {
  const { state, leave } = useExecutive();
  const [leaving, setLeaving] = useState(false);
  if (state.status !== "in") return null;

  // Nothing is recorded offline in this session, so that nothing unsent can stay behind.
  async function logOut() {
    setLeaving(true);
    await leave();
    setLeaving(false);
  }

  const tabs: readonly [DashboardTab, ...DashboardTab[]] = [
    {
      value: "bookings",
      label: "Bookings",
      icon: Package,
      content: <BookingsTab list={EXECUTIVE_LIST} office={false} mayExceed />,
    },
    {
      value: "overview",
      label: "Overview",
      icon: ChartSpline,
      content: (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OverviewPanel />
        </Suspense>
      ),
    },
    {
      value: "settings",
      label: "Settings",
      icon: Settings,
      content: (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SettingsTab />
        </Suspense>
      ),
    },
  ];
  return (
    <>
      <DashboardHeader
        title="Executive Dashboard"
        subtitle={state.profile.full_name ?? state.profile.email}
        leave={{ label: "Logout", busy: leaving, onPress: () => void logOut() }}
      >
        <OfficeSearch base={BASE} customerHref={null} commands={areaCommands(BASE, tabs)} />
      </DashboardHeader>
      <DashboardTabs tabs={tabs} />
    </>
  );
}

export function meta() {
  return [{ title: pageTitle("Executive Dashboard") }, { name: "robots", content: "noindex" }];
}
