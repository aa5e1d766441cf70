import type { SectionShown, SettingsVersion } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { useCampusTime } from "./campus-time";
import { useRestore, useWithdraw } from "./section-query";

/** The note of the version that the program brought along. */
const SHIPPED = "As shipped";

/** A section's versions, the latest first: one that is to come can be taken back. */
export function SectionHistory({ settings }: { settings: SectionShown }) {
  const restore = useRestore(settings.section);
  const withdraw = useWithdraw(settings.section);
  const error = restore.error ?? withdraw.error;
  const busy = restore.isPending || withdraw.isPending;
  const stateOf = ({ id, valid_from }: SettingsVersion) => {
    if (id === settings.current) return "current";
    return valid_from > settings.today ? "coming" : "past";
  };
  return (
    <section aria-label="Versions" className="grid gap-3">
      <h3 className="text-lg">Versions</h3>
      {error ? <FormAlert tone="error">{toApiError(error).message}</FormAlert> : null}
      <ol className="grid gap-2">
        {settings.history.map((version) => {
          const state = stateOf(version);
          return (
            <li
              key={version.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line px-4 py-2.5"
            >
              <VersionWords version={version} state={state} />
              {state === "coming" ? (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={busy}
                  aria-label={`Take back the version from ${formatDay(version.valid_from)}`}
                  onClick={() =>
                    withdraw.mutate(version.id, {
                      onSuccess: () => toast.success("Taken back", { id: "settings" }),
                    })
                  }
                >
                  Take back
                </Button>
              ) : null}
              {state === "past" ? (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={busy || settings.draft !== null}
                  onClick={() =>
                    restore.mutate(version.id, {
                      onSuccess: () =>
                        toast.success("It is your draft now", {
                          id: "settings",
                          description: "Publish it to go back to this version.",
                        }),
                    })
                  }
                >
                  Use again
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function VersionWords(props: { version: SettingsVersion; state: "current" | "coming" | "past" }) {
  const { version, state } = props;
  const at = useCampusTime();
  const shipped = version.published_by === null && version.note === SHIPPED;
  return (
    <div className="min-w-0 flex-1 text-sm wrap-anywhere">
      <p className="font-semibold">
        {shipped ? SHIPPED : `From ${formatDay(version.valid_from)}`}{" "}
        {state === "current" ? <Badge tone="pine">Holds today</Badge> : null}
        {state === "coming" ? <Badge tone="tape">To come</Badge> : null}
      </p>
      {shipped ? null : (
        <p className="text-muted">
          Published by {version.published_by ?? "a former executive"} on {at(version.published_at)}
          {version.note ? `: ${version.note}` : null}
        </p>
      )}
    </div>
  );
}
