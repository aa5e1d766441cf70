import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { useSession } from "@lib/session";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { BookingsTab } from "./bookings/bookings-tab";
import { CustomersTab } from "./customers/customers-tab";
import { HistoryTab } from "./history/history-tab";
import { PaymentsTab } from "./payments/payments-tab";
import { NeedsPersonCount, NeedsPersonTab } from "./pickups/dates/needs-person-tab";
import { PickupsTab } from "./pickups/day/pickups-tab";
import { ScheduleTab } from "./schedule/schedule-tab";
import { StaffHeader } from "./staff-header";
import { isOffice, tabOf, tabsFor } from "./staff-tabs";
import { SuppliesTab } from "./supplies/supplies-tab";

/** /admin-dashboard: what the crew and the coordinators work with. The gate lets only staff in. */
export default function AdminDashboardPage() {
  const { profile } = useSession();
  const [params, setParams] = useSearchParams();
  const tab = profile ? tabOf(params, profile.role) : null;
  const tabs = useRef<HTMLDivElement>(null);
  // On phones the tabs are wider than the screen: the one that is open is in sight.
  useEffect(() => {
    const open = tab && tabs.current?.querySelector("[data-state=active]");
    if (open) open.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  if (!(profile && tab)) return null;
  const canEdit = profile.role === "executive";
  const office = isOffice(profile.role);
  return (
    <>
      <StaffHeader role={profile.role} />
      <main id="main" className="mx-auto w-full max-w-[1440px] px-4 pt-3 pb-6 sm:px-6">
        <Tabs
          value={tab}
          // Filters belong to their tab: another one starts plain, Back brings them again.
          onValueChange={(next) => setParams({ tab: next }, { preventScrollReset: true })}
        >
          <TabsList
            ref={tabs}
            aria-label="Areas of the dashboard"
            className="w-full max-w-full sm:w-fit"
          >
            {tabsFor(profile.role).map(({ value, label, icon: Icon }) => (
              <TabsTrigger key={value} value={value} className="max-lg:px-2.5">
                <Icon aria-hidden="true" className="size-4.5 max-lg:hidden" />
                {label}
                {value === "needs-person" ? <NeedsPersonCount /> : null}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="bookings">
            <BookingsTab canViewCustomers={office} />
          </TabsContent>
          <TabsContent value="pickups">
            <PickupsTab mayExceed={canEdit} />
          </TabsContent>
          <TabsContent value="needs-person">
            <NeedsPersonTab mayDecide={office} />
          </TabsContent>
          <TabsContent value="supplies">
            <SuppliesTab canAddStock={office} />
          </TabsContent>
          <TabsContent value="schedule">
            <ScheduleTab canEdit={canEdit} />
          </TabsContent>
          <TabsContent value="customers">
            <CustomersTab canEdit={canEdit} canView={office} />
          </TabsContent>
          {office ? (
            <TabsContent value="payments">
              <PaymentsTab canLetOff={canEdit} />
            </TabsContent>
          ) : null}
          {office ? (
            <TabsContent value="history">
              <HistoryTab />
            </TabsContent>
          ) : null}
        </Tabs>
      </main>
    </>
  );
}

export function meta() {
  return [{ title: "Admin Dashboard · Summerstow" }, { name: "robots", content: "noindex" }];
}
