import type { SectionShown } from "@api/commands.types";
import { toApiError } from "@api/errors";
import type { Section } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import { useCampusTime } from "./campus-time";
import { changesBetween } from "./changes";
import { DiscardDialog } from "./discard-dialog";
import { PagesState } from "./pages-state";
import { PublishDialog } from "./publish-dialog";
import { SectionHistory } from "./section-history";
import { useSave } from "./section-query";

/** What a section is: its words, its form, and how its document becomes what the form holds. */
export interface SectionKind<Values extends FieldValues> {
  section: Section;
  title: string;
  words: string;
  schema: ZodMiniType<Values, Values>;
  valuesOf: (document: Record<string, unknown>) => Values;
  /** The document with what the form holds. */
  documentOf: (values: Values, document: Record<string, unknown>) => Record<string, unknown>;
  /** A document as its changes are read, where the form holds it otherwise. */
  compared?: (document: Record<string, unknown>) => Record<string, unknown>;
  /** The name of a value by its path, there. */
  labelOf: (path: string) => string;
  Fields: ComponentType<FieldsProps<Values>>;
  /** What else there is to see before a draft is published. */
  Preview: ComponentType<PreviewProps>;
}

export interface PreviewProps {
  /** The draft, complete. */
  document: Record<string, unknown>;
}

export interface FieldsProps<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  /** What is wrong with the value of a path. */
  problemOf: (path: string) => string | undefined;
}

/** A section of the settings: a form over a draft, which is then published. */
export function SectionPage<Values extends FieldValues>({
  kind,
  settings,
}: {
  kind: SectionKind<Values>;
  settings: SectionShown;
}) {
  const { draft, document, problems } = settings;
  const { section, valuesOf, compared = valuesOf, labelOf, Fields } = kind;
  // What the form began from: another executive may save meanwhile, and is not overwritten.
  const [base, setBase] = useState(settings);
  const frame = useRef<HTMLFormElement>(null);
  // Presses of Publish with something wrong: each gives the first wrong field the focus.
  const [checks, setChecks] = useState(0);
  // Which of the two buttons saves.
  const [saving, setSaving] = useState<"draft" | "publish">("draft");
  const [publishing, setPublishing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const save = useSave(section);
  const form = useSchemaForm<Values, Values>({
    schema: kind.schema,
    defaultValues: (unsavedValues<Values>(section, base) ??
      valuesOf(storedIn(base))) as DefaultValues<Values>,
    busy: save.isPending,
    onSend: keepDraft,
  });
  const { reset } = form;
  const typed = changesBetween(valuesOf(storedIn(base)), form.watch(), labelOf).length > 0;
  const changed = draft !== null || typed;
  useEffect(() => {
    // Another section is a press away, and comes back with what was typed.
    if (typed) typing.set(section, { revision: revisionOf(base), values: form.getValues() });
    else typing.delete(section);
  });
  useEffect(() => {
    if (!typed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [typed]);
  const mine = revisionOf(base) === revisionOf(settings);
  const wrong = checks ? problems : [];

  const begin = useCallback(
    (from: SectionShown) => {
      setBase(from);
      reset(valuesOf(storedIn(from)));
    },
    [reset, valuesOf],
  );

  async function keepDraft(values: Values) {
    setSaving("draft");
    await keep(values);
  }

  async function keep(values: Values): Promise<SectionShown | null> {
    const next = kind.documentOf(values, storedIn(base));
    try {
      const saved = await save.mutateAsync({ document: next, revision: revisionOf(base) });
      begin(saved);
      toast.success("Draft saved", { id: "settings" });
      return saved;
    } catch {
      return null;
    }
  }

  async function publish() {
    setSaving("publish");
    if (typed && !(await form.trigger())) {
      focusWrong(frame.current);
      return;
    }
    const saved = typed ? await keep(form.getValues()) : settings;
    if (!saved) return;
    if (saved.problems.length) setChecks(checks + 1);
    else setPublishing(true);
  }

  useEffect(() => {
    if (typed || base === settings) return;
    begin(settings);
  }, [typed, base, settings, begin]);

  useEffect(() => {
    if (checks) focusWrong(frame.current);
  }, [checks]);

  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">{kind.title}</h2>
        <p className="text-sm text-muted">{kind.words}</p>
      </div>
      <DraftLine settings={settings} typed={typed} />
      {typed && !mine ? (
        <FormAlert tone="note">
          Another executive changed this draft meanwhile. Discard your changes to go on from theirs.
        </FormAlert>
      ) : null}
      <PagesState settings={settings} />
      <Card>
        <form ref={frame} noValidate onSubmit={form.onSubmit} className="grid gap-6">
          <Fields
            form={form}
            problemOf={(path) =>
              form.errorOf(path as Path<Values>) ??
              wrong.find(({ field }) => field === path)?.message
            }
          />
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
            <Button
              type="submit"
              variant="secondary"
              busy={save.isPending && saving === "draft"}
              disabled={!typed}
            >
              Save draft
            </Button>
            <Button
              busy={save.isPending && saving === "publish"}
              disabled={!changed}
              onClick={() => void publish()}
            >
              Review and publish
            </Button>
          </div>
        </form>
      </Card>
      <SectionHistory settings={settings} />
      {publishing && draft ? (
        <PublishDialog
          section={section}
          settings={settings}
          revision={draft.revision}
          changes={changesBetween(compared(document), compared(draft.document), labelOf)}
          preview={<kind.Preview document={draft.document} />}
          onClose={() => setPublishing(false)}
        />
      ) : null}
      {discarding ? (
        <DiscardDialog
          section={section}
          draft={mine ? draft : null}
          onClose={() => setDiscarding(false)}
          onDone={(remaining) => begin(remaining ?? settings)}
        />
      ) : null}
    </div>
  );
}

/** What was typed in a section and is not saved, while this page of the browser is open. */
const typing = new Map<Section, { revision: number; values: unknown }>();

/** What was typed over this very draft. */
function unsavedValues<Values>(section: Section, base: SectionShown): Values | undefined {
  const entry = typing.get(section);
  return entry?.revision === revisionOf(base) ? (entry.values as Values) : undefined;
}

function storedIn({ draft, document }: SectionShown): Record<string, unknown> {
  return draft?.document ?? document;
}

/** 0: there is no draft. */
function revisionOf({ draft }: SectionShown): number {
  return draft?.revision ?? 0;
}

function focusWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

function DraftLine({ settings: { draft }, typed }: { settings: SectionShown; typed: boolean }) {
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
