import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

interface Pages<Row> {
  queryKey: readonly unknown[];
  /** the page after a row; null: the first one */
  read: (after: Row | null) => Promise<Row[]>;
  /** rows of a full page: a shorter one is the last */
  size: number;
  /** milliseconds until these rows are read again; false: never */
  refetchInterval?: (rows: readonly Row[]) => number | false;
}

/** A list that is read page by page; `more` reads one page further. */
export function usePages<Row>({ queryKey, read, size, refetchInterval }: Pages<Row>) {
  const [count, setCount] = useState(1);
  const query = useQuery({
    queryKey: [...queryKey, count],
    queryFn: () => readPages(read, size, count),
    placeholderData: keepPreviousData,
    staleTime: 0,
    networkMode: "always",
    refetchInterval: ({ state }) => refetchInterval?.(state.data ?? []) ?? false,
  });
  const rows = query.data;
  return {
    query,
    rows,
    hasMore: rows !== undefined && rows.length >= count * size,
    isFetchingMore: query.isPlaceholderData,
    more: () => setCount((pages) => pages + 1),
  };
}

/** Up to so many pages of a list, one after another. */
export async function readPages<Row>(
  read: (after: Row | null) => Promise<Row[]>,
  size: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pages = 0; pages < most; pages += 1) {
    const page = await read(rows.at(-1) ?? null);
    rows.push(...page);
    if (page.length < size) break;
  }
  return rows;
}
