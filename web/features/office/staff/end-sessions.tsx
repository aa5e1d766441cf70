import { endStaffSessions } from "@api/customers/sessions";
import { toApiError } from "@api/errors";
import type { StaffMember } from "@api/staff";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { useDataSession } from "@features/office/data-session";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

/** Signs a member of staff out everywhere, after asking: a lost phone, a last day. */
export function EndSessions({ member }: { member: StaffMember }) {
  const { via } = useDataSession();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => endStaffSessions(member.id, via),
    networkMode: "always",
    onSuccess: ({ ended }) => {
      setAsking(false);
      toast.success("Signed out", {
        description:
          ended === 0
            ? `${member.name} was signed in nowhere.`
            : `${member.name}, on ${ended} ${ended === 1 ? "device" : "devices"}.`,
      });
    },
  });
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`End sessions of ${member.name}`}
        onClick={() => setAsking(true)}
      >
        End sessions
      </Button>
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent
          size="sm"
          title={`Sign ${member.name} out?`}
          footer={
            <>
              <DialogClose asChild>
                <Button variant="ghost">Cancel</Button>
              </DialogClose>
              <Button variant="destructive" busy={end.isPending} onClick={() => end.mutate()}>
                Sign out everywhere
              </Button>
            </>
          }
        >
          <div className="grid gap-4">
            <p>
              Every device is signed out within seconds. The account and its role stay: to keep
              somebody out, remove them from the staff.
            </p>
            {end.error ? <FormAlert tone="error">{toApiError(end.error).message}</FormAlert> : null}
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}
