import { toApiError } from "@api/errors";
import { previewMessage, sendMessageToMe } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useDataSession } from "@features/office/data-session";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";

interface TryMessageProps {
  kind: string;
  /** The words as they stand in the form. */
  text: string;
}

/** How a message reads with sample values, and a mail of it to oneself. */
export function TryMessage({ kind, text }: TryMessageProps) {
  const { via } = useDataSession();
  const preview = useMutation({
    mutationFn: () => previewMessage(kind, text, via),
    networkMode: "always",
  });
  const send = useMutation({
    mutationFn: () => sendMessageToMe(kind, text, via),
    networkMode: "always",
    onSuccess: ({ sent_to }) =>
      toast.success("On its way", { description: `Look into the mailbox of ${sent_to}.` }),
  });
  const failed = preview.error ?? send.error;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="secondary"
          busy={preview.isPending}
          onClick={() => preview.mutate()}
        >
          Preview
        </Button>
        <Button size="sm" variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          Send a test to me
        </Button>
      </div>
      {failed ? <FormAlert tone="error">{toApiError(failed).message}</FormAlert> : null}
      {preview.data && !preview.error ? (
        <div
          role="status"
          aria-label="Preview"
          className="grid gap-3 rounded-2xl border border-line bg-mist p-4 text-sm wrap-anywhere"
        >
          <p className="font-semibold">{preview.data.subject}</p>
          <p className="whitespace-pre-line">{preview.data.text}</p>
          {preview.data.short ? (
            <p className="border-t border-line pt-3 text-muted">{preview.data.short}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
