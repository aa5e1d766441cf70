import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { textElement, usePageText } from "@lib/site/page-text";
import type { PageTexts } from "@lib/site/published";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

interface PageWithTextProps<T> {
  path: string;
  pick: (texts: PageTexts) => T | undefined;
  children: (text: T) => ReactNode;
}

/** What a page shows of its own text, which its document brings along. */
export function PageWithText<T>({ path, pick, children }: PageWithTextProps<T>) {
  const { text, error, refetch, isFetching } = usePageText(path, pick);
  const { hash } = useLocation();
  const waited = useRef(text === undefined);
  const isThere = text !== undefined;
  useEffect(() => {
    // The browser looked for the place before it was there.
    if (isThere && waited.current && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
  if (isThere) {
    return (
      <>
        {children(text)}
        <script {...textElement(path, text)} />
      </>
    );
  }
  return (
    <div className="container-page section-y min-h-screen">
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}
