import { toApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import { Button } from "@components/ui/button";
import { useDataSession } from "@features/office/data-session";
import { newId } from "@lib/browser/new-id";
import { picked, UnreadableFile } from "@lib/forms/picked-file";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useId, useRef } from "react";

interface PictureFieldProps {
  label: string;
  hint: string;
  kind: "logo" | "campus";
  /** The name of the file below /files; "" as shipped. */
  value: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

const SVG = "image/svg+xml";
const ACCEPTED = {
  logo: `image/png,${SVG}`,
  campus: "image/jpeg,image/png,image/webp",
};

/** A picture of the site: sent at once, shown to customers when the section is published. */
export function PictureField({ label, hint, kind, value, onChange, error }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { storageKey } = useDataSession();
  const send = useMutation({
    mutationFn: async (file: File) => {
      const chosenPicture =
        kind === "campus" ? await picked(file, false) : { id: newId(), body: file, name: "" };
      await uploadFile(chosenPicture, kind, storageKey);
      return `${chosenPicture.id}.${kind === "campus" ? "jpg" : file.type === SVG ? "svg" : "png"}`;
    },
    networkMode: "always",
    onSuccess: onChange,
  });
  const failure = send.error
    ? send.error instanceof UnreadableFile
      ? send.error.message
      : toApiError(send.error).message
    : error;
  return (
    <fieldset className="grid content-start gap-2">
      <legend id={id} className="mb-2 text-sm font-semibold">
        {label}
      </legend>
      {value ? (
        <img
          src={`/files/${value}`}
          alt={`${label}, as chosen`}
          className="max-h-24 w-fit max-w-full rounded-lg border border-line bg-mist object-contain p-2"
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={choose}
          size="sm"
          variant="secondary"
          busy={send.isPending}
          aria-invalid={failure ? true : undefined}
          onClick={() => input.current?.click()}
        >
          {value ? "Choose another" : "Choose a picture"}
        </Button>
        {value ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              onChange("");
              // This button goes, and the focus with it.
              choose.current?.focus();
            }}
          >
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={id}
        accept={ACCEPTED[kind]}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after it was refused.
          target.value = "";
          if (file) send.mutate(file);
        }}
      />
      <p className="text-xs text-muted">{hint}</p>
      {failure ? (
        <p role="alert" className="text-sm text-brick-text">
          {failure}
        </p>
      ) : null}
    </fieldset>
  );
}
