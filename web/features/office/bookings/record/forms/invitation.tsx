import { useCampusClock } from "@api/clock";
import { sendInvitation } from "@api/customers/records";
import { Button } from "@components/ui/button";
import { formatCampusTime } from "@lib/format/campus-time";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import { invitationRead } from "../record-reads";
import { useRecordStep } from "../use-record-step";

/** Whether a customer booked by phone has opened their account, and another link for them. */
export function Invitation({ bookingId }: { bookingId: string }) {
  const offset = useCampusClock().data?.utc_offset;
  const { data } = useQuery(invitationRead(bookingId));
  const send = useRecordStep(sendInvitation, ({ email }) =>
    toast.success("Invitation sent", { description: `To ${email}.` }),
  );
  if (!data || (data.state === "none" && !data.may_send)) return null;
  const when = formatCampusTime(data.sent_at, offset);
  const words = {
    none: "Not invited to an account.",
    invited: `Invited ${when}. Not accepted yet.`,
    over: `Invited ${when}. The link has expired.`,
    accepted: data.sent_at ? `Invited ${when}. Accepted.` : null,
  }[data.state];
  if (!words) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p>
        <span className="font-semibold">Account: </span>
        {words}
      </p>
      {data.may_send ? (
        <Button
          size="sm"
          variant="secondary"
          busy={send.isPending}
          onClick={() => send.mutate({ booking_id: bookingId })}
        >
          {data.state === "none" ? "Invite" : "Send again"}
        </Button>
      ) : null}
      {send.problem ? (
        <p role="alert" className="w-full text-brick-text">
          {send.problem}
        </p>
      ) : null}
    </div>
  );
}
