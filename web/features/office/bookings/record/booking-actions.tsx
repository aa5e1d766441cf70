import { confirmForGuest } from "@api/customers/records";
import { Button } from "@components/ui/button";
import { useCalendarSoon } from "@components/ui/late-calendar";
import { type Read, useReadAhead } from "@lib/lists/read-ahead";
import { toast } from "@lib/toast";
import { type ComponentType, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { ActedOn, StepFormProps } from "./acted-on";
import { CancelForm } from "./forms/cancel-form";
import { FeeForm } from "./forms/fee-form";
import { HandOutForm } from "./forms/hand-out-form";
import { Invitation } from "./forms/invitation";
import { LongerForm } from "./forms/longer-form";
import { MessageForm } from "./forms/message-form";
import { MoveForm } from "./forms/move-form";
import { NoteForm } from "./forms/note-form";
import { ProposeFeeForm } from "./forms/propose-fee-form";
import { ReturnForm } from "./forms/return-form";
import { cancellationRead, termsRead } from "./record-reads";
import { useRecordStep } from "./use-record-step";

interface Action {
  label: string;
  form: ComponentType<StepFormProps>;
  /** Whether the server would take it now. */
  open: (booking: ActedOn) => boolean;
  /** Admins and executives alone. */
  office: boolean;
  /** What its form shows at first. */
  reads?: (bookingId: string) => Read;
}

const BEFORE_PICKUP = ["pending", "confirmed"];
const EDITABLE = [...BEFORE_PICKUP, "in_queue", "picked_up"];
const always = () => true;
const inStates =
  (...states: string[]) =>
  ({ status }: ActedOn) =>
    states.includes(status);

const ACTIONS: readonly Action[] = [
  { label: "Change date", form: MoveForm, open: inStates(...BEFORE_PICKUP), office: false },
  {
    label: "Book return",
    form: ReturnForm,
    open: inStates("confirmed", "picked_up"),
    office: true,
  },
  { label: "Store longer", form: LongerForm, open: inStates("picked_up"), office: true },
  { label: "Send message", form: MessageForm, open: ({ email }) => Boolean(email), office: true },
  { label: "Add note", form: NoteForm, open: always, office: false },
  {
    label: "Hand out labels",
    form: HandOutForm,
    open: inStates(...BEFORE_PICKUP, "in_queue"),
    office: false,
  },
  {
    label: "Charge a fee",
    form: FeeForm,
    open: ({ status }) => !["pending", "cancelled"].includes(status),
    office: true,
  },
  {
    label: "Propose a fee",
    form: ProposeFeeForm,
    open: ({ status }) => !["pending", "cancelled"].includes(status),
    office: false,
    reads: termsRead,
  },
  {
    label: "Cancel booking",
    form: CancelForm,
    open: inStates(...BEFORE_PICKUP),
    office: true,
    reads: cancellationRead,
  },
];

/** Everything that may be done with a booking now, each with what it comes to before it is done. */
export function BookingActions({ booking, office }: { booking: ActedOn; office: boolean }) {
  const id = useId();
  const [chosenAction, setChosenAction] = useState<string | null>(null);
  useCalendarSoon();
  const actions = ACTIONS.filter((one) => (office || !one.office) && one.open(booking));
  const open = actions.find(({ label }) => label === chosenAction);
  const Form = open?.form;
  const group = useRef<HTMLFieldSetElement>(null);

  /** Closes the form; the focus goes back to what opened it, or to the rest where that is gone. */
  function closeForm() {
    const opener = group.current?.querySelector<HTMLElement>("[aria-expanded=true]");
    // At once: the next key is for it, however soon that comes.
    flushSync(() => setChosenAction(null));
    (opener?.isConnected ? opener : group.current)?.focus();
  }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label="Actions"
      className="grid min-w-0 gap-3 outline-none"
    >
      <div className="flex flex-wrap gap-2">
        {office && EDITABLE.includes(booking.status) ? (
          <Button asChild variant="secondary" size="sm">
            <Link to={`/admin-dashboard/bookings/${booking.id}/edit`}>Edit booking</Link>
          </Button>
        ) : null}
        {office && booking.confirm_by ? <ConfirmGuest id={booking.id} /> : null}
        {actions.map((action) => (
          <ActionButton
            key={action.label}
            action={action}
            bookingId={booking.id}
            panel={action.label === chosenAction ? id : undefined}
            onPress={() => setChosenAction(action.label === chosenAction ? null : action.label)}
          />
        ))}
      </div>
      <Invitation bookingId={booking.id} />
      {open && Form ? (
        <div
          id={id}
          ref={focusPanel}
          tabIndex={-1}
          className="rounded-2xl border border-line bg-mist p-4 outline-none sm:p-5"
        >
          <Form key={open.label} booking={booking} onDone={closeForm} />
        </div>
      ) : null}
    </fieldset>
  );
}

/** The next Tab is the form's first stop, however many buttons stand between. */
function focusPanel(panel: HTMLDivElement | null) {
  panel?.focus({ preventScroll: true });
}

interface ActionButtonProps {
  action: Action;
  bookingId: string;
  /** id of its form while that is open */
  panel: string | undefined;
  onPress: () => void;
}

function ActionButton({ action, bookingId, panel, onPress }: ActionButtonProps) {
  const ahead = useReadAhead(action.reads ? [action.reads(bookingId)] : []);
  return (
    <Button
      {...ahead}
      size="sm"
      variant="secondary"
      aria-expanded={panel !== undefined}
      {...(panel ? { "aria-controls": panel } : {})}
      className="aria-expanded:border-ink aria-expanded:bg-pine-soft"
      onClick={onPress}
    >
      {action.label}
    </Button>
  );
}

/** A guest who says on the phone that the address is theirs keeps the place. */
function ConfirmGuest({ id }: { id: string }) {
  const confirm = useRecordStep(confirmForGuest, () =>
    toast.success("Booking confirmed for the guest", { description: "The place is kept." }),
  );
  return (
    <>
      <Button size="sm" variant="pine" busy={confirm.isPending} onClick={() => confirm.mutate(id)}>
        Confirm for the guest
      </Button>
      {confirm.problem ? (
        <p role="alert" className="w-full text-sm text-brick-text">
          {confirm.problem}
        </p>
      ) : null}
    </>
  );
}
