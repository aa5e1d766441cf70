import { myData, myDataPdf } from "@api/customers/own-data";
import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { Section } from "@features/account/section";
import { useAttempt } from "@lib/auth/use-attempt";
import { type NamedFile, saveFile } from "@lib/browser/save-file";
import { FileBraces, FileText } from "lucide-react";
import { useState } from "react";
import { EraseDialog } from "./erase-dialog";

/** Everything about oneself to take along, and the way out. */
export function OwnDataSection({ customer }: { customer: boolean }) {
  const json = useAttempt("Downloading own data");
  const pdf = useAttempt("Downloading own data as PDF");
  const [erasing, setErasing] = useState(false);

  async function fetched(make: () => Promise<NamedFile>): Promise<void> {
    const { name, file } = await make();
    saveFile(name, file);
  }

  return (
    <Section
      id="own-data"
      title="Your data"
      about="Everything we keep about you: your details, bookings, invoices, what we sent you, and who looked at it. Passwords and secrets are left out."
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            busy={json.busy}
            onClick={() => void json.attempt(() => fetched(() => myData()))}
          >
            <FileBraces aria-hidden="true" className="size-5" />
            Download JSON
          </Button>
          <Button
            variant="secondary"
            busy={pdf.busy}
            onClick={() => void pdf.attempt(() => fetched(() => myDataPdf()))}
          >
            <FileText aria-hidden="true" className="size-5" />
            Download PDF
          </Button>
        </div>
        <AuthProblem
          failure={json.failure ?? pdf.failure}
          fallback="Your data could not be fetched. Please try again."
        />
        {customer ? (
          <div className="grid gap-3 border-t border-line pt-5">
            <p className="max-w-[62ch] text-muted">
              Deleting your account removes your name from everything. You cannot undo this.
            </p>
            <Button
              variant="destructive"
              className="justify-self-start"
              onClick={() => setErasing(true)}
            >
              Delete account
            </Button>
            <EraseDialog open={erasing} onOpenChange={setErasing} />
          </div>
        ) : null}
      </div>
    </Section>
  );
}
