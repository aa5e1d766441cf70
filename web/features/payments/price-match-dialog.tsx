import { toApiError } from "@api/errors";
import { fileOf, uploadFile } from "@api/files";
import { askMatch, matchKeys } from "@api/price-match";
import { FileField } from "@components/file-field";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { amountError, centsOf } from "@lib/money-typed";
import { newId } from "@lib/new-id";
import type { PickedFile } from "@lib/picked-file";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { toast } from "sonner";

/** What is asked, and the file that goes ahead of it. */
interface Asked {
  given: Parameters<typeof askMatch>[0];
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
    mutationFn: async ({ given, file }: Asked) => {
      if (file) await uploadFile(file, "quote");
      return askMatch(given);
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
        description="One at a time. Please leave out what is nobody's business, such as card numbers."
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
            onAsk={(asked) => ask.mutate(asked)}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

const LEAST_WORDS = 10;

interface QuoteFormProps {
  id: string;
  refused: string;
  busy: boolean;
  reading: boolean;
  onReading: (reading: boolean) => void;
  onAsk: (asked: Asked) => void;
}

function QuoteForm({ id, refused, busy, reading, onReading, onAsk }: QuoteFormProps) {
  const [matchId] = useState(newId);
  const [form, setForm] = useState({ rival: "", amount: "", quote: "" });
  const [file, setFile] = useState<PickedFile | null>(null);
  const [told, setTold] = useState(false);
  const pasted = form.quote.trim().length;
  const errors = {
    rival: form.rival.trim().length < 2 ? "Please say who asks less." : "",
    amount: amountError(form.amount, 1_000_000),
    quote:
      pasted < LEAST_WORDS && (pasted > 0 || !file)
        ? "Please paste or attach the quote itself."
        : "",
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTold(true);
    const cents = centsOf(form.amount);
    if (cents === null || Object.values(errors).some(Boolean)) return;
    onAsk({
      given: {
        match_id: matchId,
        rival: form.rival.trim(),
        quoted_cents: cents,
        quote: form.quote.trim(),
        ...(file ? { picture_id: file.id } : {}),
      },
      file,
    });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      {refused ? <FormAlert tone="error">{refused}</FormAlert> : null}
      <Field label="Company" required error={told && errors.rival}>
        <Input
          name="rival"
          maxLength={120}
          autoComplete="off"
          value={form.rival}
          onChange={({ target }) => setForm({ ...form, rival: target.value })}
        />
      </Field>
      <Field
        label="Their price"
        hint="For your whole summer, in Canadian dollars."
        required
        error={told && errors.amount}
      >
        <Input
          name="amount"
          inputMode="decimal"
          placeholder="0.00"
          autoComplete="off"
          value={form.amount}
          onChange={({ target }) => setForm({ ...form, amount: target.value })}
        />
      </Field>
      <Field
        label="Their quote"
        hint="Paste it as they sent it: what is stored, for how long, what it costs. Or attach it below."
        required={!file}
        error={told && errors.quote}
      >
        <Textarea
          name="quote"
          rows={5}
          maxLength={4000}
          value={form.quote}
          onChange={({ target }) => setForm({ ...form, quote: target.value })}
        />
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
