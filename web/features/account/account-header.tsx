import { Logo } from "@components/site/logo";
import { PageLink } from "@components/site/page-link";
import { ThemeMenu } from "@components/site/theme-menu";
import { Button } from "@components/ui/button";
import { useLeave } from "@lib/auth/use-leave";
import { business } from "@lib/site/published";
import { ArrowLeft, LogOut } from "lucide-react";

/** The way back to one's dashboard, theme, Sign Out; the same for customers and staff. */
export function AccountHeader() {
  const { leaving, leave } = useLeave();

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sheet">
      <div className="container-page flex h-16 items-center gap-2 sm:gap-6">
        <PageLink to="/" aria-label={`${business.name}, home`} className="rounded-md">
          <Logo className="max-sm:[&>span]:sr-only" />
        </PageLink>
        <Button asChild variant="ghost" className="px-3">
          <PageLink to="/dashboard">
            <ArrowLeft aria-hidden="true" />
            Dashboard
          </PageLink>
        </Button>
        <div className="ml-auto flex items-center gap-1">
          <ThemeMenu />
          <Button variant="ghost" className="max-sm:px-3" busy={leaving} onClick={leave}>
            {leaving ? null : <LogOut aria-hidden="true" />}
            <span className="max-[22rem]:sr-only">Sign Out</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
