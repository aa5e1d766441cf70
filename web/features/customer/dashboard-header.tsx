import { AccountLink } from "@components/account-link";
import { Logo } from "@components/logo";
import { PageLink, PageNavLink } from "@components/page-link";
import { ThemeMenu } from "@components/theme-menu";
import { Button } from "@components/ui/button";
import { signOut } from "@lib/session";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

const PAGES = [
  { to: "/customer-dashboard", name: "My Storage" },
  { to: "/customer-dashboard/edit", name: "Edit Booking" },
];

/** The dashboard's own bar: home, its pages (a second row on phones), theme, Sign Out. */
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
      <div className="container-page flex min-h-16 flex-wrap items-center gap-x-2 sm:gap-x-6">
        <PageLink to="/" aria-label="Summerstow, home" className="rounded-md">
          <Logo className="max-sm:[&>span]:sr-only" />
        </PageLink>
        <nav
          aria-label="Dashboard"
          className="flex max-sm:order-last max-sm:-mx-3 max-sm:w-full max-sm:overflow-x-auto max-sm:pb-1"
        >
          {PAGES.map(({ to, name }) => (
            <PageNavLink
              key={to}
              to={to}
              end
              className="relative flex h-11 items-center rounded-lg px-3 font-semibold whitespace-nowrap hover:bg-pine-soft aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-1 aria-[current=page]:after:h-1 aria-[current=page]:after:-rotate-1 aria-[current=page]:after:bg-tape"
            >
              {name}
            </PageNavLink>
          ))}
        </nav>
        <div className="max-sm:my-2.5 ml-auto flex items-center gap-1">
          <AccountLink />
          <ThemeMenu />
          <Button
            variant="ghost"
            className="max-sm:w-11 max-sm:px-0"
            busy={leaving}
            onClick={leave}
            aria-label="Sign Out"
          >
            {leaving ? null : <LogOut aria-hidden="true" />}
            <span className="max-sm:hidden">Sign Out</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
