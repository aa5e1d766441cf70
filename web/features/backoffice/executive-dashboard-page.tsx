import { Skeleton } from "@components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { ChartSpline, Package } from "lucide-react";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { BookingsPanel } from "./executive-bookings/bookings-panel";
import { ExecutiveHeader } from "./executive-header";
import { useExecutive } from "./executive-session/executive-session";

// With it come the charts, which the bookings do without.
const OverviewPanel = lazy(() => import("./overview/overview-panel"));

const TABS = [
  { value: "bookings", label: "Bookings", icon: Package },
  { value: "overview", label: "Overview", icon: ChartSpline },
] as const;

/** /executive-dashboard: every booking, and the season at a glance. The gate lets only executives in. */
export default function ExecutiveDashboardPage() {
  const { state } = useExecutive();
  const [params, setParams] = useSearchParams();
  if (state.status !== "in") return null;
  const tab = TABS.find(({ value }) => value === params.get("tab"))?.value ?? "bookings";
  return (
    <>
      <ExecutiveHeader name={state.profile.full_name ?? state.profile.email ?? ""} />
      <main id="main" className="mx-auto w-full max-w-[1440px] px-4 pt-3 pb-6 sm:px-6">
        <Tabs
          value={tab}
          onValueChange={(next) =>
            setParams(next === "bookings" ? {} : { tab: next }, { preventScrollReset: true })
          }
        >
          <TabsList aria-label="Areas of the dashboard" className="w-full sm:w-fit">
            {TABS.map(({ value, label, icon: Icon }) => (
              <TabsTrigger key={value} value={value}>
                <Icon aria-hidden="true" className="size-4.5" />
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="bookings">
            <BookingsPanel />
          </TabsContent>
          <TabsContent value="overview">
            <Suspense fallback={<Skeleton className="h-96" />}>
              <OverviewPanel />
            </Suspense>
          </TabsContent>
        </Tabs>
      </main>
    </>
  );
}

export function meta() {
  return [{ title: "Executive Dashboard · Summerstow" }, { name: "robots", content: "noindex" }];
}
