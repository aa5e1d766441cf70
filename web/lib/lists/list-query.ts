const RECOVERY_MS = 4_000;

/** Whether the server could not be reached, so that trying again is all there is to do. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && "unreachable" in error && error.unreachable === true;
}

/**
 * Query options for what people wait for: the first failure shows at once; while the server is
 * unreachable they are read again every four seconds, and as soon as the device is back online.
 */
export const untilReachable = {
  retry: false,
  networkMode: "always",
  refetchInterval: (query: { state: { error: unknown } }) =>
    isUnreachable(query.state.error) ? RECOVERY_MS : (false as const),
  refetchOnReconnect: (query: { state: { error: unknown } }) =>
    isUnreachable(query.state.error) ? ("always" as const) : (false as const),
} as const;
