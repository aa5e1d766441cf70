import { Logo } from "@components/logo";
import { PageLink, PageNavLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import { hasStoredSession } from "@lib/auth";
import { cn } from "@lib/cn";
import { signOut, useSession } from "@lib/session";
import { Menu, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const LINKS = [
  { to: "/", label: "Home" },
  { to: "/book", label: "Book Storage" },
  { to: "/pricing", label: "Pricing" },
  { to: "/faq", label: "FAQ" },
  { to: "/contact", label: "Contact" },
];

/** Whether to show the signed-in actions: settled by the session, until then by what is stored. */
function useLooksSignedIn(): boolean {
  const { status } = useSession();
  const [stored, setStored] = useState(false);
  useEffect(() => setStored(hasStoredSession()), []);
  return status === "signed-in" || (status === "loading" && stored);
}

export function SiteNav() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const signedIn = useLooksSignedIn();
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu when the page changes
  useEffect(() => setOpen(false), [pathname]);

  async function leave() {
    setOpen(false);
    await signOut();
    await navigate("/");
  }

  const actions = signedIn ? (
    <>
      <Button asChild variant="secondary">
        <PageLink to="/dashboard">Dashboard</PageLink>
      </Button>
      <Button variant="ghost" onClick={leave}>
        Sign Out
      </Button>
    </>
  ) : (
    <>
      <Button asChild variant="ghost">
        <PageLink to="/auth">Sign In</PageLink>
      </Button>
      <Button asChild>
        <PageLink to="/book">Book Now</PageLink>
      </Button>
    </>
  );

  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper [view-transition-name:site-nav]">
      <div className="container-page flex h-16 items-center gap-3 lg:gap-6">
        <PageLink to="/" aria-label="Summerstow, home" className="rounded-md">
          <Logo shrink />
        </PageLink>
        <nav aria-label="Main" className="ml-auto hidden md:block">
          <ul className="flex items-center lg:gap-1">
            {LINKS.map((link) => (
              <li key={link.to}>
                <PageNavLink
                  to={link.to}
                  end={link.to === "/"}
                  className={({ isActive }) =>
                    cn(
                      "relative flex h-11 items-center rounded-lg px-2.5 text-sm font-medium whitespace-nowrap hover:bg-pine-soft lg:px-3",
                      isActive &&
                        "font-semibold after:absolute after:inset-x-2.5 after:bottom-1 after:h-1 after:-rotate-1 after:bg-tape lg:after:inset-x-3",
                    )
                  }
                >
                  {link.label}
                </PageNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center gap-1.5 md:flex">{actions}</div>
        <Button
          variant="ghost"
          size="icon"
          className="-mr-2 ml-auto md:hidden"
          aria-label={open ? "Close menu" : "Open menu"}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </Button>
      </div>
      <div
        id="site-menu"
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-line bg-paper pb-6 md:hidden"
      >
        <nav aria-label="Menu" className="container-page">
          <ul className="grid py-2">
            {LINKS.map((link) => (
              <li key={link.to} className="border-b border-line last:border-0">
                <PageNavLink
                  to={link.to}
                  end={link.to === "/"}
                  className={({ isActive }) =>
                    cn(
                      "flex h-14 items-center gap-3 font-display text-xl font-semibold",
                      isActive && "before:h-6 before:w-1.5 before:-rotate-3 before:bg-tape",
                    )
                  }
                >
                  {link.label}
                </PageNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="container-page grid grid-cols-2 gap-3">{actions}</div>
      </div>
    </header>
  );
}
