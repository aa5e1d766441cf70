import { IsoScene } from "@components/illustration/iso-scene";
import { emptyVan } from "@components/illustration/scenes";
import { Button } from "@components/ui/button";
import { useEffect, useState } from "react";

const ASK_EVERY_MS = 5_000;
/** Sooner than this the page is not loaded again by itself: its script is missing for another reason. */
const RELOAD_AFTER_MS = 30_000;
const RELOADED_AT = "summerstow-reloaded-at";

/** Whether the page's script did not come: a network that is gone, or a version that is replaced. */
export function isMissingScript(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
      error.message,
    )
  );
}

/**
 * Stands in for what has no script yet: a page, or a part of one. Asks whether the server answers, now, every five
 * seconds and when the device is online again; then the page is loaded anew.
 */
export function Unreached({ of }: { of: "page" | "part" }) {
  const Heading = of === "page" ? "h1" : "h2";
  const [asking, setAsking] = useState(true);
  const [away, setAway] = useState(!navigator.onLine);

  useEffect(() => {
    let left = false;
    const look = async () => {
      if (await answers()) {
        if (!left && mayReload()) reload();
      } else if (!left) setAway(true);
      if (!left) setAsking(false);
    };
    const timer = setInterval(() => void look(), ASK_EVERY_MS);
    const online = () => void look();
    window.addEventListener("online", online);
    void look();
    return () => {
      left = true;
      clearInterval(timer);
      window.removeEventListener("online", online);
    };
  }, []);

  async function tryAgain() {
    setAsking(true);
    if (await answers()) reload();
    else setAsking(false);
  }

  return (
    <div className="grid justify-items-start gap-4">
      <IsoScene scene={emptyVan} className="h-auto w-44" />
      <Heading className="text-3xl">{away ? "You are offline" : `This ${of} did not load`}</Heading>
      <p role="status" className="max-w-[60ch] text-base text-muted">
        {away
          ? `This ${of} was not loaded yet. It opens by itself as soon as you are connected again.`
          : "One of its files did not arrive. Try again."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="lg" busy={asking} onClick={() => void tryAgain()}>
          Try again
        </Button>
        {of === "page" ? (
          <Button variant="secondary" size="lg" onClick={() => window.history.back()}>
            Go back
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Whether the server can be reached, whatever it says. */
async function answers(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

function mayReload(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > RELOAD_AFTER_MS;
}

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
