import { Logo } from "@components/site/logo";
import { PageLink, PageNavLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { signOut, useSession } from "@lib/auth/session";
import { cn } from "@lib/cn";
import { mayLeave } from "@lib/offline/unsent-work";
import { business } from "@lib/site/published";
import { useNavigate } from "react-router";
import { SITE_LINKS } from "./site-links";
import { SiteMenu } from "./site-menu";

export function SiteNav() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper [view-transition-name:site-nav]">
      <div className="container-page flex h-16 items-center gap-3 lg:gap-6">
        <PageLink to="/" aria-label={`${business.name}, home`} className="rounded-md">
          <Logo shrink />
        </PageLink>
        <nav aria-label="Main" className="ml-auto hidden md:block">
          <ul className="flex items-center lg:gap-1">
            {SITE_LINKS.map(({ to, label }) => (
              <li key={to}>
                <PageNavLink
                  to={to}
                  end={to === "/"}
                  className={({ isActive }) =>
                    cn(
                      "relative flex h-11 items-center rounded-lg px-2.5 text-sm font-medium whitespace-nowrap hover:bg-pine-soft lg:px-3",
                      isActive &&
                        "font-semibold after:absolute after:inset-x-2.5 after:bottom-1 after:h-1 after:-rotate-1 after:bg-tape lg:after:inset-x-3",
                    )
                  }
                >
                  {label}
                </PageNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center gap-1.5 md:flex">
          <Actions />
        </div>
        <SiteMenu actions={<Actions />} />
      </div>
    </header>
  );
}

/** Sign In and Book Now, or Dashboard and Sign Out; styles choose while the session is open. */
function Actions() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const open = status === "loading";

  async function leave() {
    if (!(await mayLeave(user?.id))) return;
    await signOut();
    await navigate("/");
  }

  return (
    <>
      {open || status !== "signed-in" ? (
        <>
          <Button asChild variant="ghost" className={cn(open && "guest-only")}>
            <PageLink to="/auth">Sign In</PageLink>
          </Button>
          <Button asChild className={cn(open && "guest-only")}>
            <PageLink to="/book">Book Now</PageLink>
          </Button>
        </>
      ) : null}
      {open || status === "signed-in" ? (
        <>
          <Button asChild variant="secondary" className={cn(open && "member-only")}>
            <PageLink to="/dashboard">Dashboard</PageLink>
          </Button>
          <Button variant="ghost" className={cn(open && "member-only")} onClick={leave}>
            Sign Out
          </Button>
        </>
      ) : null}
    </>
  );
}
