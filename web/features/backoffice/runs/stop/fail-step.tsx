import type { StopCard } from "@api/commands.types";
import type { StopFailure, StopVerb } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { RadioCards } from "@components/ui/radio-cards";
import { failuresOf } from "@features/backoffice/runs/run-words";
import { useObjectUrl } from "@lib/browser/use-object-url";
import { type PickedFile, picked, UnreadableFile } from "@lib/forms/picked-file";
import { Camera } from "lucide-react";
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from "react";

type Next = NonNullable<NonNullable<StopVerb["failure"]>["next"]>;
const NEXT = [
  { value: "again", label: "Try again today", description: "It goes to the end of the run." },
  { value: "date", label: "Another date", description: "The office agrees on it and moves it." },
  { value: "office", label: "Ask the office", description: "Somebody there decides." },
];

interface FailStepProps {
  stop: StopCard;
  onBack: () => void;
  onFail: (failure: NonNullable<StopVerb["failure"]>, photo?: PickedFile) => void;
}

/** Why a stop did not work out, with a photo, and what comes next. */
export function FailStep({ stop, onBack, onFail }: FailStepProps) {
  const [kind, setKind] = useState<StopFailure>();
  const [next, setNext] = useState<Next>();
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<PickedFile>();
  const [problem, setProblem] = useState("");
  const camera = useRef<HTMLInputElement>(null);
  const shown = useObjectUrl(photo?.body);
  const id = useId();

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    try {
      setPhoto(await picked(file, false));
      setProblem("");
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(error.message);
    }
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (!kind) return setProblem("Please say why it did not work out.");
    if (!photo && kind !== "ours") return setProblem("Please take a photo of the door.");
    if (!next) return setProblem("Please choose what comes next.");
    onFail({ kind, photo_id: photo?.id ?? null, note: note.trim() || null, next }, photo);
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onBack())}>
      <DialogContent
        title={`${stop.full_name}: it did not work out`}
        description="The time of arrival goes along."
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
        <form id={id} noValidate onSubmit={send} className="grid gap-5">
          <div className="grid gap-2">
            <p className="text-sm font-semibold">Why</p>
            <RadioCards
              label="Why"
              columns={2}
              options={failuresOf(stop.kind)}
              value={kind ?? ""}
              onValueChange={(value) => setKind(value as StopFailure)}
            />
          </div>
          <div className="grid gap-2">
            <p className="text-sm font-semibold">
              {kind === "ours" ? "Photo (optional)" : "Photo"}
            </p>
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
          </div>
          <Field label="Comment (optional)">
            <Input
              maxLength={300}
              autoComplete="off"
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <div className="grid gap-2">
            <p className="text-sm font-semibold">What next</p>
            <RadioCards
              label="What next"
              options={NEXT}
              value={next ?? ""}
              onValueChange={(value) => setNext(value as Next)}
            />
          </div>
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
