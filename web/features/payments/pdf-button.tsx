import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { type NamedFile, saveFile } from "@lib/browser/save-file";
import { toast } from "@lib/toast";
import { FileDown } from "lucide-react";
import { useState } from "react";

interface PdfButtonProps {
  /** number of the invoice */
  number: string;
  read: () => Promise<NamedFile>;
}

/** Saves an invoice as a PDF file. */
export function PdfButton({ number, read }: PdfButtonProps) {
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      const { name, file } = await read();
      saveFile(name, file);
    } catch (error) {
      toast.error("Download Failed", { description: toApiError(error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      onClick={download}
      aria-label={`Download ${number} as PDF`}
    >
      {busy ? null : <FileDown aria-hidden="true" />}
      PDF
    </Button>
  );
}
