import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode } from "@lib/browser/late-code";
import { useReadAhead } from "@lib/lists/read-ahead";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useSavedViews } from "./saved-views";

const dialogCode = lateCode(() => import("./views-dialog"));

/** Saved views: filters, order and columns under a name, on every device. */
export function ViewsButton() {
  const [open, setOpen] = useState(false);
  useAfterFirstScreen(dialogCode.load);
  const ahead = useReadAhead([useSavedViews()]);
  return (
    <>
      <Button {...ahead} variant="secondary" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden="true" />
        Views
      </Button>
      {open ? (
        <LatePanel code={dialogCode} onFail={() => setOpen(false)}>
          {({ ViewsDialog }) => <ViewsDialog onClose={() => setOpen(false)} />}
        </LatePanel>
      ) : null}
    </>
  );
}
