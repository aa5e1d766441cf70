import { toApiError } from "@api/errors";
import {
  changeStaff,
  inviteStaffAgain,
  removeStaff,
  resetStaffFactors,
  type StaffMember,
  type StaffRole,
  type StaffTerms,
} from "@api/staff";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { toast } from "@lib/toast";
import { type ReactNode, useState } from "react";
import { roleTitle, useStaffChange } from "./staff-changes";
import { TermsFields } from "./terms-fields";

interface MemberDialogProps {
  member: StaffMember;
  onClose: () => void;
}

type Step = "terms" | "invitation" | "factor" | "removal";

/** What an executive can do for a member of staff: role and work, invitation, second factor, removal. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const now: StaffTerms = {
    role: member.role as StaffRole,
    campus_ids: [...member.campus_ids],
    last_day: member.last_day,
  };
  const [terms, setTerms] = useState(now);
  const [asking, setAsking] = useState<"factor" | "removal" | null>(null);
  const change = useStaffChange((step: Step, via): Promise<unknown> => {
    if (step === "terms") return changeStaff(member.id, terms, via);
    if (step === "invitation") return inviteStaffAgain(member.id, via);
    if (step === "factor") return resetStaffFactors(member.id, via);
    return removeStaff(member.id, via);
  });
  const doneWords: Record<Step, string> = {
    terms:
      terms.role === member.role
        ? `${member.name} is changed`
        : `${member.name} is ${roleTitle(terms.role)} now`,
    invitation: `Invitation sent to ${member.email}`,
    factor: `${member.name} adds a new second factor at the next sign-in`,
    removal: `${member.name} does not work here any more`,
  };
  const press = (step: Step) =>
    change.mutate(step, {
      onSuccess: () => {
        toast.success(doneWords[step]);
        onClose();
      },
    });
  const busy = (step: Step) => change.isPending && change.variables === step;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title={member.name}
        description={member.email ?? "No email address"}
        footer={
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="grid gap-5">
          {change.error ? (
            <FormAlert tone="error">{toApiError(change.error).message}</FormAlert>
          ) : null}
          <TermsFields terms={terms} onChange={setTerms} />
          <Button
            className="justify-self-end"
            disabled={JSON.stringify(terms) === JSON.stringify(now)}
            busy={busy("terms")}
            onClick={() => press("terms")}
          >
            Save
          </Button>
          {member.last_sign_in_at === null && member.email ? (
            <Part words="Has not signed in yet.">
              <Button
                variant="secondary"
                busy={busy("invitation")}
                onClick={() => press("invitation")}
              >
                Send the invitation again
              </Button>
            </Part>
          ) : null}
          {member.factors ? (
            <Part words="A lost phone or key: the next sign-in takes the password alone, and the role counts again once a new second factor is added. Ask who calls you before you do this.">
              <Ask
                asking={asking === "factor"}
                words="Reset second factor"
                busy={busy("factor")}
                onAsk={() => setAsking("factor")}
                onConfirm={() => press("factor")}
              />
            </Part>
          ) : null}
          <Part words="The account stays as a customer's. Every device is signed out at once.">
            <Ask
              asking={asking === "removal"}
              words="Remove from staff"
              busy={busy("removal")}
              onAsk={() => setAsking("removal")}
              onConfirm={() => press("removal")}
            />
          </Part>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Part({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">{words}</p>
      {children}
    </div>
  );
}

interface AskProps {
  asking: boolean;
  words: string;
  busy: boolean;
  onAsk: () => void;
  onConfirm: () => void;
}

/** A button that asks once more in its own place. */
function Ask({ asking, words, busy, onAsk, onConfirm }: AskProps) {
  return (
    <Button
      variant={asking ? "destructive" : "secondary"}
      busy={busy}
      onClick={asking ? onConfirm : onAsk}
    >
      {asking ? `Yes, ${words.toLowerCase()}` : words}
    </Button>
  );
}
