import { ApiError } from "@api/errors";
import { QueryCache, QueryClient } from "@tanstack/react-query";

/** One retry, none for a definite refusal; coming back to the window asks for nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: cacheThatKeepsFailures(),
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 1 && !(error instanceof ApiError && !error.unreachable),
        refetchOnWindowFocus: false,
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  });
}

/**
 * A cache whose failures stand until they are answered. By itself a read that failed becomes one
 * that was never made as soon as it is made again: the sentence, and the button that has the focus,
 * would give way to grey boxes every few seconds.
 */
function cacheThatKeepsFailures(): QueryCache {
  const cache = new QueryCache();
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "error" && query.state.error) failures.set(query, query.state.error);
    else if (action.type === "success") failures.delete(query);
    else if (action.type === "fetch" && query.state.data === undefined) {
      const error = failures.get(query);
      if (error) query.setState({ error, status: "error" });
    }
  });
  return cache;
}
