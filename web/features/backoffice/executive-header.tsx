import { useCampusClock } from "@api/clock";
import { Logo } from "@components/logo";
import { PageLink } from "@components/page-link";
import { ThemeMenu } from "@components/theme-menu";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/dates";
import { CalendarDays, LogOut } from "lucide-react";
import { useState } from "react";
import { useExecutive } from "./executive-session/executive-session";

/** Whose area this is, which day it is on campus, and the way out. */
export function ExecutiveHeader({ name }: { name: string }) {
  const { leave } = useExecutive();
  const { data: clock } = useCampusClock();
  const [leaving, setLeaving] = useState(false);

  async function logOut() {
    setLeaving(true);
    await leave();
    setLeaving(false);
  }

  return (
    <header className="border-b border-line bg-sheet">
      <div className="mx-auto flex w-full max-w-[1440px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
        <PageLink to="/" aria-label="Summerstow home" className="max-lg:hidden">
          <Logo />
        </PageLink>
        <div className="grid gap-1 lg:border-l lg:border-line lg:pl-6">
          <h1 className="text-xl">Executive Dashboard</h1>
          <p className="text-xs text-muted">{name}</p>
        </div>
        <div className="ml-auto flex items-center gap-1">
          {clock ? (
            <Badge tone="neutral" className="tabular max-sm:hidden">
              <CalendarDays aria-hidden="true" className="size-3.5" />
              <time dateTime={clock.today} title="Today, campus time">
                {formatDay(clock.today, "long")}
              </time>
            </Badge>
          ) : null}
          <ThemeMenu />
          <Button
            variant="ghost"
            busy={leaving}
            onClick={() => void logOut()}
            aria-label="Logout"
            className="max-sm:w-11 max-sm:px-0"
          >
            <LogOut aria-hidden="true" />
            <span className="max-sm:hidden">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
