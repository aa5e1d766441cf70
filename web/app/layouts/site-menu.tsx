import { PageNavLink } from "@components/site/page-link";
import { cn } from "@lib/cn";
import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { SITE_LINKS } from "./site-links";

/**
 * The menu of phones. It is a details element, so that it opens before any script; with the
 * application it also closes by Escape, by a press elsewhere, and when the page changes.
 */
export function SiteMenu({ actions }: { actions: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();

  const shownOn = useRef(pathname);

  // Not at the first run: the menu may have been opened before the application was there.
  useEffect(() => {
    if (shownOn.current !== pathname) close(menu.current);
    shownOn.current = pathname;
  }, [pathname]);

  useEffect(() => {
    function onKey({ key }: KeyboardEvent) {
      if (key !== "Escape" || !menu.current?.open) return;
      close(menu.current);
      menu.current.querySelector("summary")?.focus();
    }
    function onPress({ target }: PointerEvent) {
      if (target instanceof Node && !menu.current?.contains(target)) close(menu.current);
    }
    // Whatever was chosen in it, signing out included, the menu has done its work.
    function onClick({ target }: MouseEvent) {
      if (!(target instanceof Element) || !menu.current?.contains(target)) return;
      if (target.closest("a, button")) close(menu.current);
    }
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("click", onClick);
    };
  }, []);

  return (
    <details ref={menu} className="group ml-auto md:hidden">
      <summary
        aria-label="Menu"
        className="-mr-2 grid size-11 list-none place-items-center rounded-full hover:bg-pine-soft [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="size-5 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-5 group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper pb-6">
        <nav aria-label="Menu" className="container-page">
          <ul className="grid py-2">
            {SITE_LINKS.map(({ to, label }) => (
              <li key={to} className="border-b border-line last:border-0">
                <PageNavLink
                  to={to}
                  end={to === "/"}
                  className={({ isActive }) =>
                    cn(
                      "flex h-14 items-center gap-3 -outline-offset-3 font-display text-xl font-semibold",
                      isActive && "before:h-6 before:w-1.5 before:-rotate-3 before:bg-tape",
                    )
                  }
                >
                  {label}
                </PageNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="container-page flex gap-3 py-1.5 *:flex-1">{actions}</div>
      </div>
    </details>
  );
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}
