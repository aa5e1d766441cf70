import { createQueryClient } from "@api/query-client";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import instrument from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import { SessionProvider } from "@lib/session";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { BookingLauncherProvider } from "./booking-launcher";
import { ErrorPage } from "./error-page";
import { GateLoading } from "./gates/gate-loading";
import "./styles.css";

const Toaster = lazy(() =>
  import("@components/ui/toaster").then((module) => ({ default: module.Toaster })),
);

/** The document around every page. The two placeholders are filled in by the server. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f8fcfa" />
        <meta name="summerstow-anon-key" content="__SUMMERSTOW_ANON_KEY__" />
        <meta name="summerstow-demo" content="__SUMMERSTOW_DEMO__" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <BookingLauncherProvider>
          <Outlet />
          <LateToaster />
        </BookingLauncherProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Toasts are loaded after the page itself. */
function LateToaster() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}

export function HydrateFallback() {
  return <GateLoading />;
}

export function meta() {
  return [{ title: "Summerstow" }];
}
