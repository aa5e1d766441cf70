import { checkCards, connectionKeys, sendTestText, textChannel } from "@api/connections";
import { toApiError } from "@api/errors";
import { sendTestMail, settingsKeys } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { FailedRead } from "@components/ui/error-state";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useConnectionChange } from "./connection-card";

const CARDS = {
  off: "Card payments are off: the server has no keys of Stripe.",
  live: "Stripe answers. Cards are charged.",
  test: "Stripe answers with a test key: no card is charged.",
  refused: "Stripe refuses the key of the server.",
} as const;

/** Mail, text messages and cards: whether each works, by a test. */
export function ChannelsCard() {
  const { via, cacheKey } = useDataSession();
  const [texting, setTexting] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...connectionKeys.texts],
    queryFn: () => textChannel(via),
    staleTime: 0,
    ...untilReachable,
  });
  const mail = useConnectionChange(settingsKeys.steps, (_: null, rest) => sendTestMail(rest));
  const cards = useConnectionChange(connectionKeys.texts, (_: null, rest) => checkCards(rest));
  const failure = mail.error ?? cards.error;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h3 className="text-lg">Mail, texts and cards</h3>
        <p className="max-w-[62ch] text-sm text-muted">
          The server's settings name who carries them. A test shows whether they work.
        </p>
      </div>
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {!(data || error) ? <Skeleton className="h-24" /> : null}
      {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
      <ul className="grid gap-2" aria-label="Mail, texts and cards">
        <Line
          title="Mail"
          action={
            <Button
              size="sm"
              variant="secondary"
              busy={mail.isPending}
              onClick={() =>
                mail.mutate(null, {
                  onSuccess: ({ sent_to }) =>
                    toast.success("On its way", {
                      description: `Look into the mailbox of ${sent_to}.`,
                    }),
                })
              }
            >
              Send a test mail
            </Button>
          }
        >
          It goes to your own address.
        </Line>
        {data ? (
          <Line
            title="Text messages"
            action={
              <Button
                size="sm"
                variant="secondary"
                disabled={data.state === "off"}
                onClick={() => setTexting(true)}
              >
                Send a test text
              </Button>
            }
          >
            {data.state === "on" ? `They leave by ${data.host}. ` : null}
            {data.state === "captured" ? "In the demo they are kept for reading. " : null}
            {data.state === "off" ? "They are off: the server has no SMS_URL." : null}
            {data.state === "off" ? null : (
              <span className="tabular">
                {`Last 30 days: ${data.sent} sent, ${data.delivered} reported as delivered, ${data.undelivered} not. Numbers that said STOP: ${data.stopped}.`}
              </span>
            )}
            {data.missing.map((one) => (
              <span key={one} className="block text-brick-text wrap-anywhere">
                {one}
              </span>
            ))}
            {data.state === "on" ? (
              <span className="block wrap-anywhere">{`Enter with the provider, for incoming messages: ${data.incoming}`}</span>
            ) : null}
          </Line>
        ) : null}
        <Line
          title="Card payments"
          action={
            <Button
              size="sm"
              variant="secondary"
              busy={cards.isPending}
              onClick={() => cards.mutate(null)}
            >
              Check the cards
            </Button>
          }
        >
          <span role="status">
            {cards.data ? CARDS[cards.data.state] : "Nothing is charged by the check."}
          </span>
          {cards.data && cards.data.state !== "off" ? (
            <span className="block wrap-anywhere">{`Stripe's webhook must lead to ${cards.data.webhook}`}</span>
          ) : null}
        </Line>
      </ul>
      {texting ? <TextDialog onClose={() => setTexting(false)} /> : null}
    </Card>
  );
}

function Line(props: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-2xl border border-line px-4 py-3">
      <div className="grid min-w-56 flex-1 gap-1 text-sm">
        <p className="font-semibold">{props.title}</p>
        <p className="text-muted">{props.children}</p>
      </div>
      {props.action}
    </li>
  );
}

function TextDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [phone, setPhone] = useState("");
  const [missing, setMissing] = useState(false);
  const send = useConnectionChange(connectionKeys.texts, sendTestText);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!phone.trim());
    if (!phone.trim() || send.isPending) return;
    send.mutate(phone.trim(), {
      onSuccess: ({ sent_to }) => {
        toast.success("On its way", { description: `Look at the phone ${sent_to}.` });
        onClose();
      },
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Send a test text"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={send.isPending}>
              Send
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <Field
            label="Phone number"
            error={missing && !phone.trim() ? "Enter a phone number." : undefined}
            required
          >
            <Input
              type="tel"
              autoComplete="off"
              value={phone}
              onChange={({ target }) => setPhone(target.value)}
            />
          </Field>
          {send.error ? <FormAlert tone="error">{toApiError(send.error).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
