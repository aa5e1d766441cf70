import { Settled } from "@components/settled";
import { isExecutive, isOffice } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import {
  CalendarDays,
  CircleAlert,
  HandCoins,
  History,
  Package,
  PackageOpen,
  Route,
  Truck,
  Users,
  Warehouse,
} from "lucide-react";
import { STAFF_LIST } from "./bookings/booking-lists";
import { BookingsTab } from "./bookings/bookings-tab";
import { CustomersTab } from "./customers/customers-tab";
import { type DashboardTab, DashboardTabs } from "./dashboard-tabs";
import { HistoryTab } from "./history/history-tab";
import { ListSkeleton } from "./list-page";
import { PaymentsTab } from "./payments/payments-tab";
import { NeedsPersonCount, NeedsPersonTab } from "./pickups/dates/needs-person-tab";
import { PickupsTab } from "./pickups/day/pickups-tab";
import { RunsTab } from "./runs/runs-tab";
import { ScheduleTab } from "./schedule/schedule-tab";
import { StaffHeader } from "./staff-header";
import { SuppliesTab } from "./supplies/supplies-tab";
import { WarehouseTab } from "./warehouse/warehouse-tab";

/** /admin-dashboard: what the crew and the coordinators work with. The gate lets only staff in. */
export default function AdminDashboardPage() {
  const { profile } = useSession();
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
          <BookingsTab list={STAFF_LIST} office={office} mayExceed={executive} />
        </Settled>
      ),
    },
    {
      value: "pickups",
      label: "Pickups",
      icon: Truck,
      content: <PickupsTab mayExceed={executive} />,
    },
    {
      value: "runs",
      label: "Runs",
      icon: Route,
      content: <RunsTab office={office} />,
    },
    {
      value: "needs-person",
      label: "Needs a person",
      icon: CircleAlert,
      badge: <NeedsPersonCount office={office} />,
      content: <NeedsPersonTab mayDecide={office} executive={executive} />,
    },
    {
      value: "supplies",
      label: "Supplies",
      icon: PackageOpen,
      content: <SuppliesTab canAddStock={office} />,
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
      content: <ScheduleTab canEdit={executive} canClose={office} />,
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
  ];
  return (
    <>
      <StaffHeader profile={profile} areas={tabs} />
      <DashboardTabs tabs={tabs} />
    </>
  );
}

export function meta() {
  return [{ title: "Admin Dashboard · Summerstow" }, { name: "robots", content: "noindex" }];
}
