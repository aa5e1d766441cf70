import { type LoadFile, Picture, useStoredFile } from "@components/files/picture";
import { buttonStyles } from "@components/ui/button";
import { cn } from "@lib/cn";
import { FileText } from "lucide-react";

interface ShownFileProps {
  id: string | null;
  load: LoadFile;
  mediaType: string | null;
  words: string;
}

/** A stored file: a picture to press, or a PDF to download; nothing where there is none. */
export function ShownFile({ id, load, mediaType, words }: ShownFileProps) {
  if (!id) return null;
  if (mediaType === "application/pdf") return <StoredPdf id={id} load={load} words={words} />;
  return <Picture id={id} load={load} words={words} />;
}

function StoredPdf({ id, load, words }: { id: string; load: LoadFile; words: string }) {
  const { url, failed } = useStoredFile(id, load);
  if (failed) return <p className="text-sm text-brick-text">The file could not be loaded.</p>;
  return (
    <a
      href={url ?? undefined}
      aria-disabled={!url}
      download={`${words}.pdf`}
      className={cn(buttonStyles({ variant: "secondary", size: "sm" }), "w-fit")}
    >
      <FileText aria-hidden="true" />
      Download the quote
      <span className="sr-only">: {words}, PDF</span>
    </a>
  );
}
