import { type ApiKey, apiKeys, connectionKeys, revokeApiKey } from "@api/connections";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useCampusTime } from "../campus-time";
import { ApiKeyDialog } from "./api-key-dialog";
import { AskDialog } from "./ask-dialog";
import { ConnectionCard, useConnections } from "./connection-card";
import { scopeWords } from "./scopes";
import { SecretDialog } from "./secret-dialog";

type Open =
  | { dialog: "make" }
  | { dialog: "secret"; secret: string }
  | { dialog: "revoke"; key: ApiKey };

/** The keys with which programs read and write. */
export function ApiKeysCard() {
  const list = useConnections(connectionKeys.keys, apiKeys);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ConnectionCard
        title="API keys"
        words="Your own programs read lists and record payments with a key. Give each program its own, with no more than it needs."
        action={
          <Button variant="secondary" onClick={() => setOpen({ dialog: "make" })}>
            <KeyRound aria-hidden="true" />
            Make a key
          </Button>
        }
        list={list}
        empty="There is no key yet."
        failure={null}
      >
        {(key) => (
          <>
            <KeyFacts apiKey={key} />
            {key.state === "holds" ? (
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setOpen({ dialog: "revoke", key })}
              >
                Revoke
              </Button>
            ) : null}
          </>
        )}
      </ConnectionCard>
      {open?.dialog === "make" ? (
        <ApiKeyDialog
          onClose={close}
          onCreated={(secret) => setOpen({ dialog: "secret", secret })}
        />
      ) : null}
      {open?.dialog === "secret" ? (
        <SecretDialog title="The new key" what="key" secret={open.secret} onClose={close}>
          Your program sends it with each request, as Authorization: Bearer.
        </SecretDialog>
      ) : null}
      {open?.dialog === "revoke" ? (
        <AskDialog
          title={`Revoke ${open.key.name}?`}
          words="The program stops working at once. A key cannot be brought back."
          confirm="Revoke"
          id={open.key.id}
          listKey={connectionKeys.keys}
          change={revokeApiKey}
          onDone={() => {
            toast.success("The key is revoked");
            close();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const campusTime = useCampusTime();
  const { name, ends_with, scopes, created_by, last_day, last_used_at, state } = apiKey;
  return (
    <div className="grid min-w-56 flex-1 gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {name}
        <code className="font-normal text-muted">{`…${ends_with}`}</code>
        {state === "holds" ? null : (
          <Badge tone="brick">{state === "over" ? "Over" : "Revoked"}</Badge>
        )}
      </p>
      <p className="text-muted">{scopeWords(scopes)}</p>
      <p className="text-muted">
        {`Until ${formatDay(last_day)}. `}
        {last_used_at ? `Last used ${campusTime(last_used_at)}.` : "Not used yet."}
        {created_by ? ` Made by ${created_by}.` : ""}
      </p>
    </div>
  );
}
