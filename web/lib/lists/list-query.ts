const RECOVERY_MS = 4_000;

/** Whether the server could not be reached, so that trying again is all there is to do. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && "unreachable" in error && error.unreachable === true;
}

/**
 * Query options for what stands on a staff screen: the first failure is told at once,
 * and while the server cannot be reached it is asked again every four seconds.
 */
export const untilReachable = {
  retry: false,
  networkMode: "always",
  refetchInterval: (query: { state: { error: unknown } }) =>
    isUnreachable(query.state.error) ? RECOVERY_MS : (false as const),
} as const;
