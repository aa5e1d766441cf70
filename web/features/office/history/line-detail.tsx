import type { AuditLine, AuditSubjects } from "@api/reports/audit";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { formatCampusTime } from "@lib/format/campus-time";
import { useState } from "react";
import { actorWords, whatHappened } from "./audit-words";
import { ChangeTable } from "./change-table";
import { Subject } from "./history-columns";
import { subjectOf } from "./subject-words";

interface LineDetailProps {
  /** the line to tell of; null while none is open */
  line: AuditLine | null;
  subjects: AuditSubjects | undefined;
  utcOffset: string | undefined;
  onClose: () => void;
}

/** All that one line of the history knows. */
export function LineDetail({ line, subjects, utcOffset, onClose }: LineDetailProps) {
  // What was open stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(line);
  if (line && line !== drawn) setDrawn(line);
  if (!drawn) return null;
  const name = subjects?.people.get(drawn.actor_id ?? "")?.full_name;
  return (
    <Dialog open={line !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={whatHappened(drawn)}
        description={`${actorWords(drawn, name)}, ${formatCampusTime(drawn.at, utcOffset)} campus time`}
        footer={
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p className="mb-4 text-sm">
          <span className="text-muted">About</span>{" "}
          <b className="font-semibold">
            <Subject {...subjectOf(drawn, subjects)} />
          </b>
        </p>
        <ChangeTable line={drawn} utcOffset={utcOffset} />
      </DialogContent>
    </Dialog>
  );
}
