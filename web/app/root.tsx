import { createQueryClient } from "@api/query-client";
import { SessionProvider } from "@lib/auth/session";
import { SIGNED_IN_HINT } from "@lib/auth/signed-in-hint";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode, useLateCode } from "@lib/browser/late-code";
import { startTranslationGuard } from "@lib/browser/translation-guard";
import { business, SETTINGS_ELEMENT, settingsJson } from "@lib/site/published";
import { dropToasts, onToastWanted } from "@lib/toast";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { ARRIVALS } from "./arrivals";
import { BackAsks } from "./back-asks";
import { BookingLauncherProvider } from "./booking-launcher";
import { EARLY_PRESS } from "./early-press";
import { ErrorPage } from "./error-page";
import bricolage from "./fonts/bricolage-grotesque-750-basic.woff2?url";
import instrument from "./fonts/instrument-sans-basic.woff2?url";
import { GateLoading } from "./gates/gate-loading";
import "./styles.css";
import { UnsentWork } from "./unsent-work";

const toasterCode = lateCode(() => import("@components/ui/toaster"));

// Before React starts; a build has no document.
if (typeof document !== "undefined") startTranslationGuard();

/** The colour of buttons; twice the root, to win whichever style stands first. */
function accentStyle(accent: string): string {
  return `:root:root{--tape:${accent};--tape-pressed:color-mix(in oklch,${accent} 92%,black)}`;
}

/** The document around every page. The placeholders are filled in by the server. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-CA" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f8fcfa" />
        <meta name="summerstow-anon-key" content="__SUMMERSTOW_ANON_KEY__" />
        <meta name="summerstow-demo" content="__SUMMERSTOW_DEMO__" />
        <meta name="summerstow-staff-second-factor" content="__SUMMERSTOW_STAFF_SECOND_FACTOR__" />
        <meta name="summerstow-site-url" content="__SUMMERSTOW_SITE_URL__" />
        <link rel="icon" href={business.logo ? `/files/${business.logo}` : "/favicon.svg"} />
        {business.accent ? <style>{accentStyle(business.accent)}</style> : null}
        {[bricolage, instrument].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
          />
        ))}
        {/* Before the first script, which reads it. */}
        <script
          id={SETTINGS_ELEMENT}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own settings, escaped
          dangerouslySetInnerHTML={{ __html: settingsJson }}
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own lines, allowed by their hash */}
        <script dangerouslySetInnerHTML={{ __html: ARRIVALS + SIGNED_IN_HINT + EARLY_PRESS }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const [queries] = useState(createQueryClient);

  // The page's own small script waits for this with what was pressed and typed before (wake.ts):
  // until what the address asks for, which effects take over from it, is shown as well.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  useEffect(() => {
    if (isShown) window.dispatchEvent(new Event("summerstow:ready"));
  }, [isShown]);

  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <BookingLauncherProvider>
          <Outlet />
          <LateToaster />
          <UnsentWork />
          <BackAsks />
        </BookingLauncherProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** What draws toasts is loaded after the first screen, at the latest with the first toast. */
function LateToaster() {
  const [wanted, setWanted] = useState(false);
  const want = useCallback(async () => setWanted(true), []);
  useEffect(() => onToastWanted(want), [want]);
  useEffect(() => {
    window.addEventListener("online", want);
    return () => window.removeEventListener("online", want);
  }, [want]);
  useAfterFirstScreen(want);
  const code = useLateCode(toasterCode, wanted, () => {
    setWanted(false);
    dropToasts();
  });
  return code ? <code.Toaster /> : null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}

export function HydrateFallback() {
  return <GateLoading />;
}

export function meta() {
  return [{ title: business.name }];
}
