import type { PageLink } from "@api/commands.types";
import { previewPage, type Section, settingsKeys } from "@api/settings";
import { FailedRead } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

/** What this page's policy keeps from obeying a style in the frame does not hold for adopted ones. */
function adoptStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
  const { contentDocument: page, contentWindow } = currentTarget;
  if (!page || !contentWindow) return;
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis;
  page.adoptedStyleSheets = [...page.querySelectorAll("style")].map(({ textContent }) => {
    const sheet = new Sheet();
    sheet.replaceSync(textContent ?? "");
    return sheet;
  });
}

/** A public page as it will be with the draft; nothing in it can be pressed. */
export function PagePreview({ section, first }: { section: Section; first: string }) {
  const { via, cacheKey } = useDataSession();
  const [path, setPath] = useState(first);
  // Another page can be chosen while one cannot be rendered.
  const [pages, setPages] = useState<readonly PageLink[]>([]);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.preview, section, path],
    queryFn: () => previewPage(section, path, via),
    ...untilReachable,
    placeholderData: keepPreviousData,
    // The draft may be another one the next time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (data && data.pages !== pages) setPages(data.pages);
  const title = pages.find((one) => one.path === path)?.title ?? path;
  return (
    <div className="grid gap-3">
      {pages.length ? (
        <Field label="Page">
          <Select
            options={pages.map((one) => ({ value: one.path, label: one.title }))}
            value={path}
            onValueChange={setPath}
          />
        </Field>
      ) : null}
      {error && !isFetching ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data ? (
        <div className="overflow-hidden rounded-2xl border border-line" aria-busy={isFetching}>
          <iframe
            // Without scripts and without presses.
            sandbox="allow-same-origin"
            title={`Preview of ${title}`}
            srcDoc={data.html}
            onLoad={adoptStyles}
            className="h-[32rem] w-full bg-paper transition-opacity aria-busy:opacity-50"
            aria-busy={isFetching}
          />
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  );
}
