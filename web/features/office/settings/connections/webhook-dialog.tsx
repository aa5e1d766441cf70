import {
  addWebhook,
  changeWebhook,
  connectionKeys,
  type Webhook,
  type WebhookEvent,
  type WebhookSecret,
} from "@api/connections";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useId } from "react";
import * as z from "zod/mini";
import { useConnectionChange } from "./connection-card";
import { EVERY_EVENT, WEBHOOK_EVENTS } from "./webhook-events";

const schema = z.object({
  url: z.string().check(z.trim(), z.regex(/^https?:\/\/\S+$/, "Enter a web address: https://…")),
  events: z.array(z.string()).check(z.minLength(1, "Tick at least one.")),
});

interface WebhookDialogProps {
  /** null: a new one */
  webhook: Webhook | null;
  onClose: () => void;
  onAdded: (added: WebhookSecret) => void;
}

/** An address of a program, and the events that it wants. */
export function WebhookDialog({ webhook, onClose, onAdded }: WebhookDialogProps) {
  const formId = useId();
  const add = useConnectionChange(connectionKeys.webhooks, addWebhook);
  const change = useConnectionChange(connectionKeys.webhooks, changeWebhook);
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      url: webhook?.url ?? "",
      events: webhook?.events ?? ([...EVERY_EVENT] as string[]),
    },
    busy: add.isPending || change.isPending,
    onSend: ({ url, events }) => {
      const wanted = { url, events: events as WebhookEvent[] };
      if (webhook) {
        change.mutate(
          { id: webhook.id, ...wanted },
          {
            onSuccess: () => {
              toast.success("The webhook is changed");
              onClose();
            },
          },
        );
      } else {
        add.mutate(wanted, { onSuccess: onAdded });
      }
    },
  });
  const chosen = watch("events");
  const failure = add.error ?? change.error;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={webhook ? "Change the webhook" : "Add a webhook"}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={add.isPending || change.isPending}>
              {webhook ? "Save" : "Add"}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field
            label="Address"
            hint="Where your program takes events. It must begin with https://."
            error={errorOf("url")}
            required
          >
            <Input type="url" autoComplete="off" spellCheck={false} {...register("url")} />
          </Field>
          {WEBHOOK_EVENTS.map(({ title, events }) => (
            <fieldset key={title}>
              <legend className="text-sm font-semibold">{title}</legend>
              <div className="grid gap-x-4 sm:grid-cols-2">
                {events.map(([event, label]) => (
                  <Checkbox
                    key={event}
                    label={label}
                    checked={chosen.includes(event)}
                    onCheckedChange={(ticked) =>
                      setValue(
                        "events",
                        ticked ? [...chosen, event] : chosen.filter((one) => one !== event),
                      )
                    }
                  />
                ))}
              </div>
            </fieldset>
          ))}
          {errorOf("events") ? <FormAlert tone="error">{errorOf("events")}</FormAlert> : null}
          {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
