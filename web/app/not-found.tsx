import { IsoScene } from "@components/illustration/iso-scene";
import { openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";

/** There is no such page. */
export default function NotFound() {
  return (
    <div className="container-page section-y grid items-center gap-10 md:grid-cols-[7fr_5fr]">
      <div className="grid justify-items-start gap-5">
        <Code>404</Code>
        <h1 className="display-1">Page Not Found</h1>
        <p className="max-w-[52ch] text-lg text-muted">
          We looked in every box. The page may have moved, or the address has a typo in it.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button asChild size="lg">
            <PageLink to="/">Go Home</PageLink>
          </Button>
          <Button asChild variant="secondary" size="lg">
            <PageLink to="/book">Book Storage</PageLink>
          </Button>
        </div>
        <p className="text-sm text-muted">
          Or see our{" "}
          <PageLink className="font-semibold text-ink underline underline-offset-4" to="/pricing">
            pricing
          </PageLink>{" "}
          and{" "}
          <PageLink className="font-semibold text-ink underline underline-offset-4" to="/contact">
            contact
          </PageLink>{" "}
          pages.
        </p>
      </div>
      <IsoScene scene={openBox} className="mx-auto h-auto w-full max-w-80" />
    </div>
  );
}
