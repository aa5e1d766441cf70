import type { SectionShown } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { type BusinessDocument, businessLabel, businessSchema } from "./business-document";
import { BusinessForm } from "./business-form";
import { useCampusTime } from "./campus-time";
import { changesBetween } from "./changes";
import { DiscardDialog } from "./discard-dialog";
import { PagesState } from "./pages-state";
import { PublishDialog } from "./publish-dialog";
import { SectionHistory } from "./section-history";
import { useSave } from "./section-query";

/** Who the business is and how to reach it: a form over a draft, which is then published. */
export function BusinessSection({ shown }: { shown: SectionShown }) {
  const { draft, document, problems } = shown;
  // What the form began from: another executive may save meanwhile, and is not overwritten.
  const [base, setBase] = useState(shown);
  const frame = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const save = useSave("business");
  const form = useSchemaForm({
    schema: businessSchema,
    defaultValues: storedIn(base),
    busy: save.isPending,
    onSend: keep,
  });
  const { reset } = form;
  const typed = changesBetween(storedIn(base), form.watch(), businessLabel).length > 0;
  const changed = draft !== null || typed;
  const mine = revisionOf(base) === revisionOf(shown);
  const wrong = checked ? problems : [];

  const begin = useCallback(
    (from: SectionShown) => {
      setBase(from);
      reset(storedIn(from));
    },
    [reset],
  );

  async function keep(values: BusinessDocument): Promise<SectionShown | null> {
    try {
      const kept = await save.mutateAsync({ document: values, revision: revisionOf(base) });
      begin(kept);
      toast.success("Draft saved", { id: "settings" });
      return kept;
    } catch {
      return null;
    }
  }

  async function publish() {
    const kept = typed ? await keep(businessSchema.parse(form.getValues())) : shown;
    if (!kept) return;
    if (kept.problems.length) setChecked(true);
    else setPublishing(true);
  }

  useEffect(() => {
    if (typed || base === shown) return;
    begin(shown);
  }, [typed, base, shown, begin]);

  useEffect(() => {
    if (checked) frame.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [checked]);

  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">Business</h2>
        <p className="text-sm text-muted">
          Your name, addresses and numbers, wherever customers see them: pages, mail, invoices and
          calendar entries.
        </p>
      </div>
      <DraftLine shown={shown} typed={typed} />
      {typed && !mine ? (
        <FormAlert tone="note">
          Another executive changed this draft meanwhile. Discard your changes to go on from theirs.
        </FormAlert>
      ) : null}
      <PagesState shown={shown} />
      <Card>
        <form ref={frame} noValidate onSubmit={form.onSubmit} className="grid gap-6">
          <BusinessForm form={form} problems={wrong} />
          {wrong.length ? (
            <FormAlert tone="error">Please correct what is marked first.</FormAlert>
          ) : null}
          {save.error ? <FormAlert tone="error">{toApiError(save.error).message}</FormAlert> : null}
          <div className="flex flex-wrap justify-end gap-3">
            {changed ? (
              <Button variant="ghost" onClick={() => setDiscarding(true)}>
                Discard draft
              </Button>
            ) : null}
            <Button type="submit" variant="secondary" busy={save.isPending} disabled={!typed}>
              Save draft
            </Button>
            <Button busy={save.isPending} disabled={!changed} onClick={() => void publish()}>
              Review and publish
            </Button>
          </div>
        </form>
      </Card>
      <SectionHistory shown={shown} />
      {publishing && draft ? (
        <PublishDialog
          section="business"
          shown={shown}
          revision={draft.revision}
          changes={changesBetween(document, draft.document, businessLabel)}
          onClose={() => setPublishing(false)}
        />
      ) : null}
      {discarding ? (
        <DiscardDialog
          section="business"
          draft={mine ? draft : null}
          onClose={() => setDiscarding(false)}
          onDone={(left) => begin(left ?? shown)}
        />
      ) : null}
    </div>
  );
}

function storedIn({ draft, document }: SectionShown): BusinessDocument {
  return businessSchema.parse(draft?.document ?? document);
}

/** 0: there is no draft. */
function revisionOf({ draft }: SectionShown): number {
  return draft?.revision ?? 0;
}

function DraftLine({ shown: { draft }, typed }: { shown: SectionShown; typed: boolean }) {
  const at = useCampusTime();
  if (typed) return <p className="text-sm">You have changes that are not saved.</p>;
  if (!draft) return <p className="text-sm">This is what customers see today.</p>;
  const by = draft.updated_by ?? "an executive";
  return (
    <p className="text-sm">
      A draft, saved by {by} on {at(draft.updated_at)}. Customers do not see it yet.
    </p>
  );
}
