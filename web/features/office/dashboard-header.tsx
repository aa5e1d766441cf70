import { useCampusClock } from "@api/clock";
import { Logo } from "@components/site/logo";
import { PageLink } from "@components/site/page-link";
import { ThemeMenu } from "@components/site/theme-menu";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Skeleton } from "@components/ui/skeleton";
import { formatDay } from "@lib/format/dates";
import { business } from "@lib/site/published";
import { CalendarDays, LogOut } from "lucide-react";
import type { ReactNode } from "react";

interface DashboardHeaderProps {
  title: string;
  /** Who is at work. */
  subtitle: ReactNode;
  leave: { label: string; busy: boolean; onPress: () => void };
  /** Further links beside the theme. */
  children?: ReactNode;
}

/** Whose dashboard this is, which day it is on campus, and the way out. */
export function DashboardHeader({ title, subtitle, leave, children }: DashboardHeaderProps) {
  return (
    <header className="border-b border-line bg-sheet">
      <div className="mx-auto flex w-full max-w-[1440px] items-center gap-x-2 px-4 py-2.5 sm:gap-x-6 sm:px-6">
        <PageLink to="/" aria-label={`${business.name} home`} className="max-xl:hidden">
          <Logo />
        </PageLink>
        <div className="grid min-w-0 gap-0.5 xl:border-l xl:border-line xl:pl-6">
          <h1 className="text-xl leading-tight max-sm:text-base">{title}</h1>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            {subtitle}
            <Today style="short" className="max-[22rem]:hidden sm:hidden" />
          </div>
        </div>
        <div className="-mr-2 ml-auto flex items-center sm:mr-0 sm:gap-1">
          <Today style="long" className="max-xl:hidden" />
          <Today style="medium" className="max-sm:hidden xl:hidden" />
          {children}
          <ThemeMenu />
          <Button
            variant="ghost"
            busy={leave.busy}
            onClick={leave.onPress}
            aria-label={leave.label}
            className="max-sm:w-11 max-sm:px-0"
          >
            <LogOut aria-hidden="true" />
            <span className="max-sm:hidden">{leave.label}</span>
          </Button>
        </div>
      </div>
    </header>
  );
}

/** As wide as the longest day of its style, so that nothing moves when the day is known. */
const WIDTHS = { long: "w-58", medium: "w-40", short: "w-20" } as const;

interface TodayProps {
  style: "long" | "medium" | "short";
  className: string;
}

function Today({ style, className }: TodayProps) {
  const { data: clock, error } = useCampusClock();
  if (!clock) {
    const room = `h-6 ${WIDTHS[style]} ${className}`;
    // A day that could not be read is not on its way: the tab below says why.
    return error ? <span className={room} /> : <Skeleton className={room} />;
  }
  return (
    <Badge tone="neutral" className={`tabular justify-center ${WIDTHS[style]} ${className}`}>
      <CalendarDays aria-hidden="true" className="size-3.5" />
      <time dateTime={clock.today} title="Today, campus time">
        {formatDay(clock.today, style)}
      </time>
    </Badge>
  );
}
