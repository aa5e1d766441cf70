import { Logo } from "@components/logo";
import { PageLink, PageNavLink } from "@components/page-link";
import { ThemeMenu } from "@components/theme-menu";
import { Button } from "@components/ui/button";
import { signOut } from "@lib/session";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

/** The dashboard's own bar: home, My Storage, theme, Sign Out. */
export function DashboardHeader() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    // The page goes first: signing out behind a gate would lead to /auth instead.
    await navigate("/");
    await signOut();
  }

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sheet">
      <div className="container-page flex h-16 items-center gap-2 sm:gap-6">
        <PageLink to="/" aria-label="Summerstow, home" className="rounded-md">
          <Logo className="max-sm:[&>span]:sr-only" />
        </PageLink>
        <nav aria-label="Dashboard">
          <PageNavLink
            to="/customer-dashboard"
            className="relative flex h-11 items-center rounded-lg px-3 font-semibold hover:bg-pine-soft after:absolute after:inset-x-3 after:bottom-1 after:h-1 after:-rotate-1 after:bg-tape"
          >
            My Storage
          </PageNavLink>
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeMenu />
          <Button variant="ghost" className="max-sm:px-3" busy={leaving} onClick={leave}>
            {leaving ? null : <LogOut aria-hidden="true" />}
            Sign Out
          </Button>
        </div>
      </div>
    </header>
  );
}
