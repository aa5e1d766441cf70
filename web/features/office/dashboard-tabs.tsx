import { StepUp } from "@components/second-factor/step-up";
import { PartBoundary } from "@components/site/part-boundary";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@components/ui/tabs";
import { cn } from "@lib/cn";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { ListSkeleton } from "./list-parts";
import { SlowReads } from "./slow-reads";

/** An area of a dashboard, as `?tab=` names it. */
export interface DashboardTab {
  value: string;
  label: string;
  icon: LucideIcon;
  /** Stands behind the label, such as how much waits there. */
  badge?: ReactNode;
  content: ReactNode;
}

/** More tabs than this have no icons where the screen is narrow. */
const FEW = 4;
/** With more than this even a wide screen has room for their names alone. */
const MANY = 10;

/** The areas of a dashboard; the address says which is open, the first where it names none of them. */
export function DashboardTabs({ tabs }: { tabs: readonly [DashboardTab, ...DashboardTab[]] }) {
  const [params, setParams] = useSearchParams();
  const { value: open } = tabs.find(({ value }) => value === params.get("tab")) ?? tabs[0];
  const list = useOpenTabInSight(open);
  const narrow = tabs.length > FEW;
  return (
    // Below what is last on a page there is room for a toast.
    <main id="main" className="mx-auto w-full max-w-[1440px] px-4 pt-3 pb-42 sm:px-6">
      <StepUp />
      <Tabs
        value={open}
        // Filters belong to their tab: another one starts plain, Back brings them again.
        onValueChange={(tab) => setParams({ tab }, { preventScrollReset: true })}
      >
        <TabsList
          ref={list}
          aria-label="Areas of the dashboard"
          className="w-full max-w-full sm:w-fit"
        >
          {tabs.map(({ value, label, icon: Icon, badge }) => (
            <TabsTrigger key={value} value={value} className={cn(narrow && "max-lg:px-2.5")}>
              <Icon
                aria-hidden="true"
                className={cn(
                  "size-4.5",
                  narrow && (tabs.length > MANY ? "max-2xl:hidden" : "max-lg:hidden"),
                )}
              />
              {label}
              {badge}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ value, content }) => (
          <TabsContent key={value} value={value}>
            <PartBoundary>
              <Suspense fallback={<ListSkeleton />}>{content}</Suspense>
            </PartBoundary>
          </TabsContent>
        ))}
      </Tabs>
      <SlowReads />
    </main>
  );
}

/**
 * On phones the tabs are wider than the screen: scrolls them, and not the page, so that the open
 * one is in the middle. Again when any of them gets another width: by fonts that arrive, by a
 * count, by a screen that is turned.
 */
function useOpenTabInSight(open: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector(`[role=tab][data-state=active]`);
    if (!(row && tab && open)) return;
    const middle = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    const widths = new ResizeObserver(() => {
      row.scrollLeft += middle(tab) - middle(row);
    });
    for (const element of [row, ...row.children]) widths.observe(element);
    return () => widths.disconnect();
  }, [open]);
  return list;
}
