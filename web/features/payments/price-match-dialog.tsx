import { askMatch, matchKeys } from "@api/customers/price-match";
import { toApiError } from "@api/errors";
import { fileOf, uploadFile } from "@api/files";
import { FileField } from "@components/files/file-field";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { newId } from "@lib/browser/new-id";
import type { PickedFile } from "@lib/forms/picked-file";
import { dollars, filled, trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";

/** The request, and the file that is uploaded before it. */
interface MatchRequest {
  args: Parameters<typeof askMatch>[0];
  file: PickedFile | null;
}

interface PriceMatchDialogProps {
  userId: string;
  open: boolean;
  onClose: () => void;
}

/** Who asks less, how much, and their words. */
export function PriceMatchDialog({ userId, open, onClose }: PriceMatchDialogProps) {
  const formId = useId();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: async ({ args, file }: MatchRequest) => {
      if (file) await uploadFile(file, "quote");
      return askMatch(args);
    },
    networkMode: "always",
    onSuccess: (own) => {
      queries.setQueryData(matchKeys.own(userId), own);
      toast.success("Quote sent", { description: "You see our answer on this page." });
      onClose();
    },
  });

  const [reading, setReading] = useState(false);

  function close() {
    ask.reset();
    onClose();
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent
        size="sm"
        title="Show us a quote"
        description="One quote at a time. Please hide private details such as card numbers."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={ask.isPending || reading}>
              Send quote
            </Button>
          </>
        }
      >
        {open ? (
          <QuoteForm
            id={formId}
            refused={ask.error ? toApiError(ask.error).message : ""}
            busy={ask.isPending}
            reading={reading}
            onReading={setReading}
            onAsk={(request) => ask.mutate(request)}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

const LEAST_WORDS = 10;
const MOST_CENTS = 1_000_000;

/** The quote is pasted, or attached, or both. */
const quoteSchema = (attached: boolean) =>
  z.object({
    rival: filled("Please name the company.", 2),
    amount: dollars(MOST_CENTS),
    quote: trimmed.check(
      z.refine(
        (text) => text.length >= LEAST_WORDS || (attached && !text),
        "Please paste or attach the quote itself.",
      ),
    ),
  });

interface QuoteFormProps {
  id: string;
  refused: string;
  busy: boolean;
  reading: boolean;
  onReading: (reading: boolean) => void;
  onAsk: (request: MatchRequest) => void;
}

function QuoteForm({ id, refused, busy, reading, onReading, onAsk }: QuoteFormProps) {
  const [matchId] = useState(newId);
  const [file, setFile] = useState<PickedFile | null>(null);
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: quoteSchema(file !== null),
    defaultValues: { rival: "", amount: "", quote: "" },
    busy: busy || reading,
    onSend: ({ rival, amount, quote }) =>
      onAsk({
        args: {
          match_id: matchId,
          rival,
          quoted_cents: amount,
          quote,
          ...(file ? { picture_id: file.id } : {}),
        },
        file,
      }),
  });

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {refused ? <FormAlert tone="error">{refused}</FormAlert> : null}
      <Field label="Company" required error={errorOf("rival")}>
        <Input maxLength={120} autoComplete="off" {...register("rival")} />
      </Field>
      <Field
        label="Their price"
        hint="For your whole summer, in Canadian dollars."
        required
        error={errorOf("amount")}
      >
        <Input inputMode="decimal" placeholder="0.00" autoComplete="off" {...register("amount")} />
      </Field>
      <Field
        label="Their quote"
        hint="Paste it as they sent it: what is stored, for how long, what it costs. Or attach it below."
        required={!file}
        error={errorOf("quote")}
      >
        <Textarea rows={5} maxLength={4000} {...register("quote")} />
      </Field>
      <FileField
        load={fileOf}
        label="Attached file"
        hint="A picture, or a PDF of at most 2 MB."
        kind="picture or PDF"
        picked={file}
        busy={busy}
        reading={reading}
        onReading={onReading}
        onPick={setFile}
        onRemove={() => setFile(null)}
      />
    </form>
  );
}
