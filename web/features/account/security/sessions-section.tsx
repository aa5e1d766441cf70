import { useCampusClock } from "@api/clock";
import type { OwnSession } from "@api/commands.types";
import { accountKeys } from "@api/customers/account";
import { endSession, ownSessions } from "@api/customers/sessions";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { ConfirmDialog } from "@features/account/confirm-dialog";
import { Section } from "@features/account/section";
import { isUnreachable, useOwnId } from "@features/account/use-own-account";
import { useAttempt } from "@lib/auth/use-attempt";
import { formatCampusTime } from "@lib/format/campus-time";
import { toast } from "@lib/toast";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { deviceWords, isHandheld } from "./device-words";

const RECOVERY_MS = 5_000;

/** Where one is signed in, and signing out there. */
export function SessionsSection({ away }: { away: boolean }) {
  const queries = useQueryClient();
  const id = useOwnId();
  const sessions = useQuery({
    queryKey: accountKeys.sessions(id),
    queryFn: () => ownSessions(),
    refetchInterval: ({ state }) =>
      state.error && isUnreachable(state.error) ? RECOVERY_MS : false,
    networkMode: "always",
  });
  const { busy, failure, attempt, forget } = useAttempt("Signing devices out");
  const [ending, setEnding] = useState<OwnSession | "others" | null>(null);
  const others = sessions.data?.filter(({ current }) => !current) ?? [];

  async function end(target: OwnSession | "others") {
    const isDone = await attempt(async (auth) => {
      if (target === "others") {
        const { error } = await auth.signOut({ scope: "others" });
        if (error) throw error;
      } else await endSession(target.id);
      await queries.invalidateQueries({ queryKey: accountKeys.sessions(id) });
    });
    if (!isDone) return;
    setEnding(null);
    toast.success(target === "others" ? "Signed out everywhere else" : "Signed out there");
  }

  function ask(target: OwnSession | "others") {
    forget();
    setEnding(target);
  }

  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      about="Don't recognize a device? Sign it out, then change your password."
      loading={!sessions.data && (sessions.isPending || away)}
    >
      <div className="grid gap-5">
        {sessions.data ? (
          <ul className="divide-y divide-line border-y border-line">
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
            ))}
          </ul>
        ) : isUnreachable(sessions.error) ? (
          <ServerUnreachable />
        ) : (
          <ErrorState
            title="Your devices could not be listed"
            onRetry={() => void sessions.refetch()}
            retrying={sessions.isFetching}
          />
        )}
        {others.length > 0 ? (
          <Button variant="secondary" className="justify-self-start" onClick={() => ask("others")}>
            Sign out everywhere else
          </Button>
        ) : sessions.data ? (
          <p className="text-muted">You are not signed in anywhere else.</p>
        ) : null}
      </div>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={ending === "others" ? "Sign out everywhere else?" : "Sign this device out?"}
        action="Sign out"
        busy={busy}
        failure={failure}
        onConfirm={() => ending && void end(ending)}
      >
        {ending === "others"
          ? `${others.length === 1 ? "The other device" : `All ${others.length} other devices`} must sign in again. This one stays signed in.`
          : `${deviceWords(ending?.user_agent ?? null)} must sign in again.`}
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { data: clock } = useCampusClock();
  const device = deviceWords(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
  const active = formatCampusTime(session.refreshed_at ?? session.created_at, clock?.utc_offset);
  return (
    <li className="flex items-start gap-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {session.current ? <Badge tone="pine">This device</Badge> : null}
          {session.aal === "aal2" ? <Badge tone="outline">With second step</Badge> : null}
        </p>
        <p className="tabular text-xs text-muted wrap-anywhere">
          Last active {active}, campus time
        </p>
        <p className="tabular text-xs text-muted wrap-anywhere">
          Place unknown{session.ip ? `, address ${session.ip}` : ""}
        </p>
      </div>
      {session.current ? null : (
        <Button variant="ghost" aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
