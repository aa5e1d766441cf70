import { ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { business } from "@lib/site/published";

/** What /dashboard says while it looks up the user's role. */
export const DASHBOARD_LOADING = "Loading your dashboard";

export interface GateLoadingProps {
  label?: string | undefined;
  /** The server does not answer for now. */
  unreachable?: boolean;
}

/** What a gate shows until session and profile are resolved. */
export function GateLoading({ label = "Loading...", unreachable = false }: GateLoadingProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-5">
      <h1 className="sr-only">{business.name}</h1>
      {unreachable ? (
        <ServerUnreachable className="w-full max-w-lg" onRetry={() => window.location.reload()} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {label}
        </p>
      )}
    </main>
  );
}
