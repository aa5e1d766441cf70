import type { StopCard } from "@api/commands.types";
import type { StopFailure, StopVerb } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { failuresOf } from "@features/crew/runs/run-words";
import { useObjectUrl } from "@lib/browser/use-object-url";
import { type PickedFile, picked, UnreadableFile } from "@lib/forms/picked-file";
import { Camera } from "lucide-react";
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Next = NonNullable<NonNullable<StopVerb["failure"]>["next"]>;
const NEXT = [
  { value: "again", label: "Try again today", description: "It goes to the end of the run." },
  { value: "date", label: "Another date", description: "The office agrees on it and moves it." },
  { value: "office", label: "Ask the office", description: "Somebody there decides." },
];

/** The part of the form that is not right, and what to do. */
interface Problem {
  part: "why" | "photo" | "next";
  words: string;
}

interface FailDialogProps {
  stop: Pick<StopCard, "full_name" | "kind">;
  /** The office, told by phone, has no photo: then there is no fee. */
  office: boolean;
  onBack: () => void;
  onFail: (failure: NonNullable<StopVerb["failure"]>, photo?: PickedFile) => void;
}

/** Why a stop did not work out, with a photo, and what comes next. */
export function FailDialog({ stop, office, onBack, onFail }: FailDialogProps) {
  const [kind, setKind] = useState<StopFailure>();
  const [next, setNext] = useState<Next>();
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<PickedFile>();
  const [problem, setProblem] = useState<Problem>();
  const form = useRef<HTMLFormElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const shown = useObjectUrl(photo?.body);
  const id = useId();

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    try {
      setPhoto(await picked(file, false));
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem({ part: "photo", words: error.message });
    }
  }

  const photoNeeded = !office && kind !== "ours";

  /** Says what is wrong beside its part, and brings that into sight. */
  function refuse(part: Problem["part"], words: string) {
    flushSync(() => setProblem({ part, words }));
    const group = form.current?.querySelector<HTMLElement>(`[data-part=${part}]`);
    group?.scrollIntoView({ block: "center" });
    group?.querySelector<HTMLElement>("button, input:not([type=file])")?.focus();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (!kind) return refuse("why", "Please say why it did not work out.");
    if (!photo && photoNeeded) return refuse("photo", "Please take a photo of the door.");
    if (!next) return refuse("next", "Please choose what comes next.");
    onFail({ kind, photo_id: photo?.id ?? null, note: note.trim() || null, next }, photo);
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onBack())}>
      <DialogContent
        title={`${stop.full_name}: it did not work out`}
        description="The time of arrival goes along."
        unsaved={photo !== undefined}
        footer={
          <>
            <Button variant="ghost" className="max-sm:h-14" onClick={onBack}>
              Back
            </Button>
            <Button
              type="submit"
              form={id}
              variant="destructive"
              className="max-sm:h-14 max-sm:flex-1"
            >
              Mark as failed
            </Button>
          </>
        }
      >
        <form ref={form} id={id} noValidate onSubmit={send} className="grid gap-5">
          <div data-part="why" className="grid gap-2">
            <PartTitle needed>Why</PartTitle>
            <RadioCards
              label="Why"
              columns={2}
              options={failuresOf(stop.kind)}
              value={kind ?? ""}
              onValueChange={(value) => {
                setKind(value as StopFailure);
                setProblem(undefined);
              }}
            />
            <PartProblem part="why" problem={problem} />
          </div>
          <div data-part="photo" className="grid gap-2">
            <PartTitle needed={photoNeeded}>{photoNeeded ? "Photo" : "Photo (optional)"}</PartTitle>
            {office && kind !== "ours" ? (
              <p className="text-sm text-muted">Without a photo there is no fee.</p>
            ) : null}
            {shown ? (
              <img
                src={shown}
                alt="What you photographed"
                className="max-h-48 w-fit rounded-control border border-line"
              />
            ) : null}
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="environment"
              aria-label="Photo of the door"
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => void take(event)}
            />
            <Button
              variant="secondary"
              className="w-fit max-sm:h-14"
              onClick={() => camera.current?.click()}
            >
              <Camera aria-hidden="true" />
              {photo ? "Take another photo" : "Take a photo"}
            </Button>
            <PartProblem part="photo" problem={problem} />
          </div>
          <Field label="Comment (optional)">
            <Input
              maxLength={300}
              autoComplete="off"
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <div data-part="next" className="grid gap-2">
            <PartTitle needed>What next</PartTitle>
            <RadioCards
              label="What next"
              options={NEXT}
              value={next ?? ""}
              onValueChange={(value) => {
                setNext(value as Next);
                setProblem(undefined);
              }}
            />
            <PartProblem part="next" problem={problem} />
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function PartTitle({ needed, children }: { needed: boolean; children: ReactNode }) {
  return (
    <p className="text-sm font-semibold">
      {children}
      {needed ? (
        <span className="text-brick-text">
          <span aria-hidden="true"> *</span>
          <span className="sr-only"> (required)</span>
        </span>
      ) : null}
    </p>
  );
}

function PartProblem({ part, problem }: Pick<Problem, "part"> & { problem: Problem | undefined }) {
  return problem?.part === part ? <FormAlert tone="error">{problem.words}</FormAlert> : null;
}
