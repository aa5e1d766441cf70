import { type LoadFile, Picture } from "@components/files/picture";
import { Button } from "@components/ui/button";
import { FieldError } from "@components/ui/field";
import { useObjectUrl } from "@lib/browser/use-object-url";
import { type PickedFile, picked, UnreadableFile } from "@lib/forms/picked-file";
import { Camera, FileText, Paperclip, Trash2 } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";

export interface FileFieldProps {
  label: string;
  hint: string;
  kind: "photo" | "picture or PDF";
  /** what was chosen here and is not sent yet */
  picked: PickedFile | null;
  /** the id of the stored one that it would replace */
  savedId?: string | null;
  load: LoadFile;
  /** it is on its way */
  busy: boolean;
  /** the chosen file is being prepared: the form waits for it */
  reading: boolean;
  onReading: (reading: boolean) => void;
  onPick: (file: PickedFile) => void;
  onRemove: () => void;
}

/** A picture to take or choose, shown before it is sent, to replace or take off again. */
export function FileField({
  label,
  hint,
  kind,
  picked: file,
  savedId = null,
  load,
  busy,
  reading,
  onReading,
  onPick,
  onRemove,
}: FileFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const taker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const pdfs = kind !== "photo";
  const there = file !== null || savedId !== null;

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const selectedFile = target.files?.[0];
    // The same file can be chosen again.
    target.value = "";
    if (!selectedFile) return;
    setProblem("");
    onReading(true);
    try {
      onPick(await picked(selectedFile, pdfs));
    } catch (error) {
      setProblem(error instanceof UnreadableFile ? error.message : "This file cannot be read.");
    } finally {
      onReading(false);
    }
  }

  const input = {
    type: "file",
    hidden: true,
    tabIndex: -1,
    "aria-label": label,
    onChange: read,
  } as const;
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex items-center gap-2">
        {file ? (
          <FilePreview file={file} />
        ) : savedId ? (
          <Picture id={savedId} load={load} words="The photo that is there" />
        ) : null}
        <div className="flex min-w-0 flex-wrap gap-2">
          <Button
            variant="secondary"
            className="pointer-fine:hidden"
            disabled={busy || reading}
            onClick={() => taker.current?.click()}
          >
            <Camera aria-hidden="true" />
            Take a photo
          </Button>
          <Button
            ref={chooseButton}
            variant="secondary"
            busy={reading}
            disabled={busy}
            onClick={() => chooser.current?.click()}
          >
            <Paperclip aria-hidden="true" />
            {there ? "Choose another" : `Choose a ${kind}`}
          </Button>
          {there ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove the ${kind === "photo" ? kind : "file"}`}
              disabled={busy || reading}
              onClick={() => {
                setProblem("");
                onRemove();
                chooseButton.current?.focus();
              }}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          ) : null}
        </div>
      </div>
      <input ref={taker} {...input} accept="image/*" capture="environment" />
      <input ref={chooser} {...input} accept={pdfs ? "image/*,application/pdf" : "image/*"} />
      <p id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </p>
      <p role="status" className="text-xs font-medium empty:hidden">
        {busy && file ? `Sending the ${kind === "photo" ? kind : "file"}…` : ""}
      </p>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </fieldset>
  );
}

function FilePreview({ file }: { file: PickedFile }) {
  const picture = file.body.type.startsWith("image/");
  const url = useObjectUrl(picture ? file.body : null);
  if (!picture)
    return (
      <p className="flex min-h-11 max-w-full items-center gap-2 text-sm font-medium">
        <FileText aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{file.name}</span>
      </p>
    );
  return (
    <span className="size-24 shrink-0 overflow-hidden rounded-control border border-line-strong bg-mist">
      {url ? <img src={url} alt="What was chosen" className="size-full object-cover" /> : null}
    </span>
  );
}
