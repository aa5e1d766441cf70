import { IsoScene } from "@components/illustration/iso-scene";
import { keyOnTag } from "@components/illustration/scenes";
import { Card } from "@components/ui/card";
import { Spinner } from "@components/ui/spinner";
import type { ReactNode } from "react";

export interface AuthFrameProps {
  title: string;
  lede: string;
  /** Shows a spinner in place of the form. */
  loading?: boolean;
  children: ReactNode;
}

/** The pages around signing in: what it is about on one side, the form's card on the other. */
export function AuthFrame({ title, lede, loading = false, children }: AuthFrameProps) {
  return (
    // As high as the wait for a link before it, so that the footer does not jump up.
    <div className="container-page grid min-h-dvh content-start gap-10 py-10 md:grid-cols-[5fr_7fr] md:items-start md:py-16 lg:gap-20">
      <div className="grid gap-4 md:pt-6">
        <h1 className="display-1 max-md:text-3xl">{title}</h1>
        <p className="max-w-[38ch] text-muted max-md:text-sm">{lede}</p>
        <IsoScene scene={keyOnTag} className="mt-4 h-auto w-56 max-md:hidden lg:w-64" />
      </div>
      <Card className="w-full max-w-[480px] max-md:mx-auto sm:p-8 md:justify-self-end">
        {/* The form keeps its place while it is not to be used yet, so that nothing moves then. */}
        <div className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1">
          {loading ? (
            <p role="status" className="flex items-center justify-center gap-3 text-muted">
              <Spinner />
              Loading...
            </p>
          ) : null}
          <div className={loading ? "invisible" : undefined}>{children}</div>
        </div>
      </Card>
    </div>
  );
}
