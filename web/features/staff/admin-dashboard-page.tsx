import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { useSession } from "@lib/session";
import { useSearchParams } from "react-router";
import { BookingsTab } from "./bookings/bookings-tab";
import { CustomersTab } from "./customers/customers-tab";
import { ScheduleTab } from "./schedule/schedule-tab";
import { StaffHeader } from "./staff-header";
import { STAFF_TABS, tabOf } from "./staff-tabs";

/** /admin-dashboard: what the crew and the coordinators work with. The gate lets only staff in. */
export default function AdminDashboardPage() {
  const { profile } = useSession();
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);
  if (!profile) return null;
  const canEdit = profile.role === "executive";
  return (
    <>
      <StaffHeader role={profile.role} />
      <main id="main" className="mx-auto w-full max-w-[1440px] px-4 pt-3 pb-6 sm:px-6">
        <Tabs
          value={tab}
          // Filters belong to their tab: another one starts plain, Back brings them again.
          onValueChange={(next) => setParams({ tab: next }, { preventScrollReset: true })}
        >
          <TabsList aria-label="Areas of the dashboard" className="w-full sm:w-fit">
            {STAFF_TABS.map(({ value, label, icon: Icon }) => (
              <TabsTrigger key={value} value={value} className="max-sm:px-2.5">
                <Icon aria-hidden="true" className="size-4.5 max-sm:hidden" />
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="bookings">
            <BookingsTab />
          </TabsContent>
          <TabsContent value="schedule">
            <ScheduleTab canEdit={canEdit} />
          </TabsContent>
          <TabsContent value="customers">
            <CustomersTab canEdit={canEdit} />
          </TabsContent>
        </Tabs>
      </main>
    </>
  );
}

export function meta() {
  return [{ title: "Admin Dashboard · Summerstow" }, { name: "robots", content: "noindex" }];
}
