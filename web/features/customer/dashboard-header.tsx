import { AccountLink } from "@components/site/account-link";
import { Logo } from "@components/site/logo";
import { PageLink, PageNavLink } from "@components/site/page-link";
import { ThemeMenu } from "@components/site/theme-menu";
import { Button } from "@components/ui/button";
import { useLeave } from "@lib/auth/use-leave";
import { business } from "@lib/site/published";
import { LogOut } from "lucide-react";

const PAGES = [
  { to: "/customer-dashboard", name: "My Storage" },
  { to: "/customer-dashboard/payments", name: "Payment & Plans" },
  { to: "/customer-dashboard/edit", name: "Edit Booking" },
  { to: "/customer-dashboard/friends", name: "Friends" },
];

/** The dashboard's own bar: home, its pages (a second row where it is narrow), theme, Sign Out. */
export function DashboardHeader() {
  const { leaving, leave } = useLeave();

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-sheet">
      <div className="container-page flex min-h-16 flex-wrap items-center gap-x-2 sm:gap-x-6">
        <PageLink to="/" aria-label={`${business.name}, home`} className="rounded-md">
          <Logo className="max-sm:[&>span]:sr-only" />
        </PageLink>
        <nav
          aria-label="Dashboard"
          ref={showCurrent}
          className="flex max-lg:order-last max-lg:-mx-3 max-lg:w-[calc(100%+1.5rem)] max-lg:overflow-x-auto max-lg:pb-1"
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
        <div className="max-lg:my-2.5 ml-auto flex items-center gap-1">
          <AccountLink />
          <ThemeMenu />
          <Button
            variant="ghost"
            className="max-lg:w-11 max-lg:px-0"
            busy={leaving}
            onClick={leave}
            aria-label="Sign Out"
          >
            {leaving ? null : <LogOut aria-hidden="true" />}
            <span className="max-lg:hidden">Sign Out</span>
          </Button>
        </div>
      </div>
    </header>
  );
}

/** Where the row is wider than the screen, the current page's name is in sight. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>("[aria-current=page]");
  if (!row || !current) return;
  const show = () => {
    row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  };
  show();
  // The row grows wider with its own font.
  void document.fonts.ready.then(show);
}
