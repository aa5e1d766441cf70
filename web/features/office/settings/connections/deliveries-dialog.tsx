import {
  connectionKeys,
  type Delivery,
  resendWebhook,
  type Webhook,
  webhookDeliveries,
} from "@api/connections";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { usePages } from "@lib/lists/use-pages";
import { useCampusTime } from "../campus-time";
import { useConnectionChange } from "./connection-card";
import { eventWords } from "./webhook-events";

const PAGE = 50;
/** How often the log is read while something is on its way. */
const REFRESH_MS = 3_000;

const STATES = {
  delivered: { tone: "pine", words: "Delivered" },
  waiting: { tone: "tape", words: "Waiting" },
  given_up: { tone: "brick", words: "Given up" },
} as const;

/** What was sent to an address, with each answer. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { via, cacheKey } = useDataSession();
  const {
    query: log,
    rows = [],
    hasMore,
    isFetchingMore,
    more,
  } = usePages<Delivery>({
    queryKey: [...cacheKey, ...connectionKeys.deliveries(webhook.id)],
    read: (after) => webhookDeliveries(webhook.id, after?.id ?? null, via),
    size: PAGE,
    refetchInterval: (shown) => (shown.some((one) => one.state === "waiting") ? REFRESH_MS : false),
  });
  const resend = useConnectionChange(connectionKeys.webhooks, resendWebhook);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="lg" title="Deliveries" description={webhook.url}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {log.error ? (
            <FailedRead
              error={log.error}
              onRetry={() => void log.refetch()}
              retrying={log.isFetching}
            />
          ) : null}
          {log.isPending ? <Skeleton className="h-24" /> : null}
          {resend.error ? (
            <FormAlert tone="error">{toApiError(resend.error).message}</FormAlert>
          ) : null}
          {log.data && rows.length === 0 ? (
            <p className="text-sm text-muted">
              Nothing yet. The next event that it wants is shown here; so is a test.
            </p>
          ) : null}
          <ul className="grid gap-2" aria-label="Deliveries">
            {rows.map((one) => (
              <li key={one.id} className="rounded-2xl border border-line px-4 py-3">
                <DeliveryRow
                  delivery={one}
                  busy={resend.isPending && resend.variables === one.id}
                  onResend={() => resend.mutate(one.id)}
                />
              </li>
            ))}
          </ul>
          {hasMore ? (
            <Button
              variant="secondary"
              className="justify-self-start"
              busy={isFetchingMore}
              onClick={more}
            >
              Older
            </Button>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  busy: boolean;
  onResend: () => void;
}

function DeliveryRow({ delivery, busy, onResend }: DeliveryRowProps) {
  const campusTime = useCampusTime();
  const { kind, body, created_at, state, status, next_at, tries } = delivery;
  const { tone, words } = STATES[state];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-48 flex-1 gap-1">
          <p className="font-semibold">{eventWords(kind)}</p>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <Badge tone={tone}>{words}</Badge>
            {status ? <span className="tabular">{`Answer ${status}`}</span> : null}
            <span>{campusTime(created_at)}</span>
          </p>
          {state === "waiting" && next_at && tries.length ? (
            <p className="text-muted">{`Next try ${campusTime(next_at)}`}</p>
          ) : null}
        </div>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Send again: ${eventWords(kind)}`}
          busy={busy}
          onClick={onResend}
        >
          Send again
        </Button>
      </div>
      <details>
        <summary className="w-fit cursor-pointer py-3 text-muted md:py-1.5">
          {tries.length === 1 ? "1 try" : `${tries.length} tries`}, and what was sent
        </summary>
        <ol className="grid gap-1 pb-2">
          {tries.map((one) => (
            <li key={one.at} className="wrap-anywhere">
              {`${campusTime(one.at)}: ${one.error ?? `answer ${one.status}`}`}
            </li>
          ))}
        </ol>
        <pre className="rounded-lg bg-mist px-3 py-2 text-xs wrap-anywhere whitespace-pre-wrap">
          {body}
        </pre>
      </details>
    </div>
  );
}
