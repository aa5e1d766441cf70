import { useBookingDialog } from "@lib/site/booking-launcher";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { SiteFooter } from "./site-footer";
import { SiteNav } from "./site-nav";

const BookingSuccessful = lazy(() => import("@features/booking/submission/booking-successful"));

/** A page may hide either by `export const handle: PageHandle = { hideFooter: true }`. */
export interface PageHandle {
  hideNavbar?: boolean;
  hideFooter?: boolean;
}

/** Navigation above, footer below, the page between them. */
export default function PublicLayout() {
  const { pathname } = useLocation();
  const { booked } = useBookingDialog();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(pathname);

  // As after a real page load, reading starts at the new page and not at the link that led to it.
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  const handles = useMatches().map(({ handle }) => (handle ?? {}) as PageHandle);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-full bg-tape px-5 py-3 font-semibold text-on-tape focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      {handles.some(({ hideNavbar }) => hideNavbar) ? null : <SiteNav />}
      {booked ? (
        <Suspense>
          <BookingSuccessful />
        </Suspense>
      ) : null}
      <main ref={main} id="main" tabIndex={-1} className="page flex-1 outline-none">
        <Outlet />
      </main>
      {handles.some(({ hideFooter }) => hideFooter) ? null : <SiteFooter />}
    </div>
  );
}
