import { ApiError } from "@api/errors";
import { QueryClient } from "@tanstack/react-query";

/** One retry, none for a definite refusal; coming back to the window asks for nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
