import { Settled } from "@components/settled";
import { useShelvesKept } from "@features/warehouse/use-shelves-kept";
import { isExecutive, isOffice } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { isDemo } from "@lib/site/config";
import { pageTitle } from "@lib/site/page-title";
import {
  CalendarDays,
  CircleAlert,
  HandCoins,
  History,
  Package,
  PackageOpen,
  Route,
  Settings,
  Truck,
  Users,
  Warehouse,
} from "lucide-react";
import { type ComponentProps, lazy, Suspense } from "react";
import { type DashboardTab, DashboardTabs } from "./dashboard-tabs";
import { InboxCount } from "./inbox/inbox-count";
import { ListSkeleton } from "./list-parts";
import { StaffHeader } from "./staff-header";
import { useStorageReport } from "./use-storage-report";

/** Each tab is a file of its own: a crew on a poor signal waits for theirs alone. */
const BookingsTab = lazy(async () => {
  const [{ BookingsTab }, { STAFF_LIST }] = await Promise.all([
    import("./bookings/bookings-tab"),
    import("./bookings/booking-lists"),
  ]);
  return {
    default: (props: Omit<ComponentProps<typeof BookingsTab>, "list">) => (
      <BookingsTab list={STAFF_LIST} {...props} />
    ),
  };
});
const CustomersTab = lazy(async () => ({
  default: (await import("./customers/customers-tab")).CustomersTab,
}));
const HistoryTab = lazy(async () => ({
  default: (await import("./history/history-tab")).HistoryTab,
}));
const PaymentsTab = lazy(async () => ({
  default: (await import("./payments/payments-tab")).PaymentsTab,
}));
const InboxTab = lazy(async () => ({
  default: (await import("./inbox/inbox-tab")).InboxTab,
}));
const pickupsCode = () => import("@features/crew/pickups/day/pickups-tab");
const runsCode = () => import("@features/crew/runs/runs-tab");
const PickupsTab = lazy(async () => ({ default: (await pickupsCode()).PickupsTab }));
const RunsTab = lazy(async () => ({ default: (await runsCode()).RunsTab }));
// A crew's tab comes beside this page, and not after it is drawn.
if (typeof location !== "undefined") {
  const tab = new URLSearchParams(location.search).get("tab");
  if (tab === "pickups") pickupsCode().catch(() => undefined);
  if (tab === "runs") runsCode().catch(() => undefined);
}
const FirstStepsNote = lazy(() => import("./settings/first-steps-note"));
const SettingsTab = lazy(async () => ({
  default: (await import("./settings/settings-tab")).SettingsTab,
}));
const CrewTab = lazy(async () => ({
  default: (await import("./crew/crew-tab")).CrewTab,
}));
const ScheduleTab = lazy(async () => ({
  default: (await import("./schedule/schedule-tab")).ScheduleTab,
}));
const SuppliesTab = lazy(async () => ({
  default: (await import("./supplies/supplies-tab")).SuppliesTab,
}));
const WarehouseTab = lazy(async () => {
  const [{ WarehouseTab }] = await Promise.all([
    import("@features/warehouse/warehouse-tab"),
    import("@components/scanner/use-camera").then(({ foreseeCamera }) => foreseeCamera()),
  ]);
  return { default: WarehouseTab };
});

/** /admin-dashboard: what the crew and the coordinators work with. The gate lets only staff in. */
export default function AdminDashboardPage() {
  const { profile } = useSession();
  useShelvesKept();
  useStorageReport();
  if (!profile) return null;
  const executive = isExecutive(profile);
  const office = isOffice(profile);
  const tabs: readonly [DashboardTab, ...DashboardTab[]] = [
    {
      value: "bookings",
      label: "Bookings",
      icon: Package,
      content: (
        <Settled instead={<ListSkeleton />}>
          <BookingsTab office={office} mayExceed={executive} />
        </Settled>
      ),
    },
    {
      value: "pickups",
      label: "Pickups",
      icon: Truck,
      content: <PickupsTab office={office} mayExceed={executive} />,
    },
    {
      value: "runs",
      label: "Runs",
      icon: Route,
      content: <RunsTab office={office} mayExceed={executive} />,
    },
    {
      value: "needs-person",
      label: "Needs a person",
      icon: CircleAlert,
      badge: <InboxCount office={office} />,
      content: (
        <Settled instead={<ListSkeleton />}>
          <InboxTab office={office} />
        </Settled>
      ),
    },
    {
      value: "supplies",
      label: "Supplies",
      icon: PackageOpen,
      content: (
        <Settled instead={<ListSkeleton />}>
          <SuppliesTab office={office} />
        </Settled>
      ),
    },
    {
      value: "warehouse",
      label: "Warehouse",
      icon: Warehouse,
      content: <WarehouseTab office={office} />,
    },
    {
      value: "schedule",
      label: "Schedule",
      icon: CalendarDays,
      content: (
        <Settled instead={<ListSkeleton />}>
          <ScheduleTab canEdit={executive} canClose={office} />
        </Settled>
      ),
    },
    {
      value: "crew",
      label: office ? "Crew" : "My work",
      icon: Users,
      content: (
        <Settled instead={<ListSkeleton />}>
          <CrewTab office={office} />
        </Settled>
      ),
    },
    {
      value: "customers",
      label: "Customers",
      icon: Users,
      content: <CustomersTab canEdit={executive} canView={office} />,
    },
    ...(office
      ? [
          {
            value: "payments",
            label: "Payments",
            icon: HandCoins,
            content: (
              <Settled instead={<ListSkeleton />}>
                <PaymentsTab canLetOff={executive} />
              </Settled>
            ),
          },
          { value: "history", label: "History", icon: History, content: <HistoryTab /> },
        ]
      : []),
    ...(executive
      ? [{ value: "settings", label: "Settings", icon: Settings, content: <SettingsTab /> }]
      : []),
  ];
  return (
    <>
      <StaffHeader profile={profile} areas={tabs} />
      {executive && !isDemo() ? (
        <Suspense fallback={null}>
          <FirstStepsNote />
        </Suspense>
      ) : null}
      <DashboardTabs tabs={tabs} />
    </>
  );
}

export function meta() {
  return [{ title: pageTitle("Admin Dashboard") }, { name: "robots", content: "noindex" }];
}
