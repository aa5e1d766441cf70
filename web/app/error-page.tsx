import { isMissingScript, Unreached } from "@components/site/unreached";
import { Button } from "@components/ui/button";
import { bookedInTab } from "@lib/site/booking-launcher";
import { pageTitle } from "@lib/site/page-title";
import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import NotFound from "./not-found";

/** What stands in for a page that failed: a plain sentence and two ways on. */
export function ErrorPage() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!missing) console.error(error);
  }, [error, missing]);
  if (missing) return <NotFound />;
  if (isMissingScript(error))
    return (
      <main className="container-page grid min-h-dvh content-center py-16">
        <title>{pageTitle("You are offline")}</title>
        <Unreached of="page" />
      </main>
    );
  const booked = bookedInTab();
  return (
    <main className="container-page grid min-h-dvh content-center justify-items-start gap-4 py-16">
      <title>{pageTitle(booked ? "Your booking is stored" : "Something went wrong")}</title>
      {booked ? (
        <>
          <h1 className="display-1">Your booking is stored</h1>
          <p className="max-w-[60ch] text-lg text-muted">
            Its code is <strong className="font-semibold text-ink">{booked.code}</strong>. Please do
            not book again. We sent an email to {booked.email}: it says what you do next. Only this
            page could not be shown.
          </p>
        </>
      ) : (
        <>
          <h1 className="display-1">This page fell off the van</h1>
          <p className="max-w-[60ch] text-lg text-muted">
            Something went wrong on our side while showing it. Your bookings are safe. Load the page
            again, and if it happens twice, tell us.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="lg" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Button asChild variant="secondary" size="lg">
          <a href="/">Go home</a>
        </Button>
      </div>
    </main>
  );
}
