import {
  connectionKeys,
  enableWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookSecret,
  webhooks,
} from "@api/connections";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { toast } from "@lib/toast";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCampusTime } from "../campus-time";
import { AskDialog } from "./ask-dialog";
import { ConnectionCard, useConnectionChange, useConnections } from "./connection-card";
import { DeliveriesDialog } from "./deliveries-dialog";
import { SecretDialog } from "./secret-dialog";
import { WebhookDialog } from "./webhook-dialog";
import { chosenWords } from "./webhook-events";

const STATES = {
  on: { tone: "pine", words: "On" },
  failing: { tone: "tape", words: "Failing" },
  off: { tone: "brick", words: "Off" },
} as const;

type Open =
  | { dialog: "add" }
  | { dialog: "change" | "log" | "remove" | "renew"; webhook: Webhook }
  | { dialog: "secret"; added: WebhookSecret };

/** The programs that are told what happens. */
export function WebhooksCard() {
  const key = connectionKeys.webhooks;
  const list = useConnections(key, webhooks);
  const enable = useConnectionChange(key, enableWebhook);
  const test = useConnectionChange(key, testWebhook);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  function sendTest(webhook: Webhook) {
    test.mutate(webhook.id, {
      onSuccess: () => {
        toast.success("A test is on its way");
        setOpen({ dialog: "log", webhook });
      },
    });
  }

  return (
    <>
      <ConnectionCard
        title="Webhooks"
        words="Your own programs are told what happens, within seconds. Events are signed and hold no personal data."
        action={
          <Button variant="secondary" onClick={() => setOpen({ dialog: "add" })}>
            <Plus aria-hidden="true" />
            Add a webhook
          </Button>
        }
        list={list}
        empty="No program is told yet."
        failure={enable.error ?? test.error}
      >
        {(webhook) => (
          <>
            <WebhookFacts webhook={webhook} />
            <div className="flex flex-wrap gap-2">
              {webhook.state === "off" ? (
                <Button
                  size="sm"
                  busy={enable.isPending && enable.variables === webhook.id}
                  onClick={() => enable.mutate(webhook.id)}
                >
                  Turn on
                </Button>
              ) : (
                <Button
                  size="sm"
                  variant="secondary"
                  busy={test.isPending && test.variables === webhook.id}
                  onClick={() => sendTest(webhook)}
                >
                  Send a test
                </Button>
              )}
              <Button
                size="sm"
                variant="secondary"
                onClick={() => setOpen({ dialog: "log", webhook })}
              >
                Deliveries
              </Button>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => setOpen({ dialog: "change", webhook })}
              >
                Change
              </Button>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => setOpen({ dialog: "renew", webhook })}
              >
                New secret
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => setOpen({ dialog: "remove", webhook })}
              >
                Remove
              </Button>
            </div>
          </>
        )}
      </ConnectionCard>
      {open?.dialog === "add" || open?.dialog === "change" ? (
        <WebhookDialog
          webhook={open.dialog === "change" ? open.webhook : null}
          onClose={close}
          onAdded={(added) => setOpen({ dialog: "secret", added })}
        />
      ) : null}
      {open?.dialog === "log" ? <DeliveriesDialog webhook={open.webhook} onClose={close} /> : null}
      {open?.dialog === "remove" ? (
        <AskDialog
          title="Remove this webhook?"
          words={`${open.webhook.url} is told nothing any more, and its log is deleted.`}
          confirm="Remove"
          id={open.webhook.id}
          listKey={key}
          change={removeWebhook}
          onDone={() => {
            toast.success("The webhook is removed");
            close();
          }}
          onClose={close}
        />
      ) : null}
      {open?.dialog === "renew" ? (
        <AskDialog
          title="A new secret?"
          words="Put it into your program within a day: until then the secret of now works as well."
          confirm="Make a new secret"
          id={open.webhook.id}
          listKey={key}
          change={renewWebhookSecret}
          onDone={(added) => setOpen({ dialog: "secret", added })}
          onClose={close}
        />
      ) : null}
      {open?.dialog === "secret" ? (
        <SecretDialog
          title="The webhook's secret"
          what="secret"
          secret={open.added.secret}
          onClose={close}
        >
          Your program checks with it that an event comes from us.
        </SecretDialog>
      ) : null}
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const campusTime = useCampusTime();
  const { url, events, state, since, waiting } = webhook;
  const { tone, words } = STATES[state];
  const late = state === "off" ? "Off since" : "It takes nothing since";
  return (
    <div className="grid min-w-56 flex-1 gap-1 text-sm">
      <p className="font-semibold wrap-anywhere">{url}</p>
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <Badge tone={tone}>{words}</Badge>
        {chosenWords(events)}
        {waiting ? <span className="tabular">{`${waiting} waiting`}</span> : null}
      </p>
      {since ? <p className="text-brick-text">{`${late} ${campusTime(since)}.`}</p> : null}
    </div>
  );
}
