import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { inScript, type PageTexts, texts } from "./published";

/** The element of a page that holds its own text, for the scripts that take the page over. */
const ELEMENT = "summerstow-page-text";

interface KnownText {
  path: string;
  text: unknown;
}

/** The text that this document came with. */
const own: KnownText | undefined = import.meta.env.SSR ? undefined : readIn(document);

/**
 * The text of a page: the one its document came with, else that of its own document. `pick` takes it
 * out of all texts while pages are rendered.
 */
export function usePageText<T>(path: string, pick: (texts: PageTexts) => T | undefined) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["page-text", path],
    queryFn: () => fetched<T>(path),
    initialData: () => textOf(path, pick),
    ...untilReachable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { text: data, error, refetch, isFetching };
}

/** The same before anything can be fetched, as for what stands in a page's head. */
export function textOf<T>(path: string, pick: (texts: PageTexts) => T | undefined): T | undefined {
  if (texts) return pick(texts);
  return own?.path === path ? (own.text as T) : undefined;
}

/** What the page's element holds. */
export function textElement(path: string, text: unknown) {
  return {
    id: ELEMENT,
    type: "application/json",
    dangerouslySetInnerHTML: { __html: inScript({ path, text }) },
  };
}

class NotReached extends Error {
  readonly unreachable = true;
}

async function fetched<T>(path: string): Promise<T> {
  const answer = await fetch(path).catch(() => {
    throw new NotReached();
  });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const known = readIn(page);
  if (!answer.ok || known?.path !== path) throw new Error("This page could not be loaded.");
  return known.text as T;
}

function readIn(page: Document): KnownText | undefined {
  const json = page.getElementById(ELEMENT)?.textContent;
  return json ? JSON.parse(json) : undefined;
}
