import type { Campus } from "@api/campuses";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { addPickup, pickupKeys } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { CallerDialog } from "@features/backoffice/caller/caller-dialog";
import { shortWindow } from "@features/backoffice/pickups/day/pickup-words";
import { formatDay } from "@lib/format/dates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ChangeFields, type PickupPlan, Refusal } from "./change-fields";
import { type ChosenCustomer, CustomerFinder } from "./customer-finder";
import { useWindows } from "./window-choice";

interface AddPickupDialogProps {
  campuses: readonly Campus[];
  campusId: number;
  day: string;
  today: string;
  /** Executives alone may add to a full window. */
  mayExceed: boolean;
  onClose: () => void;
}

/** Puts a customer at the end of a day's line. */
export function AddPickupDialog(props: AddPickupDialogProps) {
  const { campuses, day, today, mayExceed, onClose } = props;
  const queries = useQueryClient();
  const [customer, setCustomer] = useState<ChosenCustomer>();
  const [campusId, setCampusId] = useState(props.campusId);
  const [exceed, setExceed] = useState(false);
  const [plan, setPlan] = useState<PickupPlan>({
    day: day < today ? today : day,
    window: undefined,
    reason: "customer",
    note: "",
  });
  const full = useWindows(campusId, plan.day)?.some(
    ({ label, places_left }) => label === plan.window && places_left === 0,
  );
  const [keys] = useState(onceKeys);
  const save = useMutation({
    mutationFn: (pickup: { customer: ChosenCustomer; window: string }) => {
      const addition = {
        user_id: pickup.customer.id,
        pickup_date: plan.day,
        pickup_time: pickup.window,
        reason: plan.reason,
        campus_id: campusId,
        ...(plan.note.trim() ? { note: plan.note.trim() } : {}),
        ...(exceed && full ? { over_capacity: true } : {}),
      };
      return addPickup(addition, keys.keyFor(addition));
    },
    networkMode: "always",
    onSuccess: (_, pickup) => {
      toast.success("Pickup Added", {
        description: `${pickup.customer.name}: ${formatDay(plan.day)}, ${shortWindow(pickup.window)}`,
      });
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: ["places"] }),
    onSettled: () => queries.invalidateQueries({ queryKey: pickupKeys.all }),
  });
  const { window } = plan;
  const [calling, setCalling] = useState(false);
  // The crew needs an address and a number, which a booking that goes on has.
  const unknown = customer !== undefined && !customer.booked;
  if (calling) {
    const [first_name = "", ...rest] = (customer?.name ?? "").split(" ");
    return (
      <CallerDialog
        mayExceed={mayExceed}
        known={{
          campus: String(campusId),
          day: plan.day,
          window: window ?? "",
          first_name,
          last_name: rest.join(" "),
          email: customer?.email ?? "",
          phone: customer?.phone ?? "",
        }}
        onClose={onClose}
      />
    );
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Add Pickup"
        description="Whoever has a booking is picked up at its campus and address."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              disabled={!customer || !window || unknown}
              busy={save.isPending}
              onClick={() => customer && window && save.mutate({ customer, window })}
              className="max-sm:h-14 max-sm:flex-1"
            >
              {save.isPending ? "Adding..." : "Add Pickup"}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <CustomerFinder
            chosen={customer}
            onChoose={(chosen) => {
              setCustomer(chosen);
              save.reset();
            }}
          />
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {unknown
              ? `${customer.name} has no booking now: the crew needs an address and a phone number.`
              : "No account, or no booking yet?"}
            <Button variant="link" size="sm" onClick={() => setCalling(true)}>
              {unknown ? "Book for them" : "Book for a caller"}
            </Button>
          </p>
          <Field label="Campus">
            <Select
              options={campuses.map(({ id, campus }) => ({ value: String(id), label: campus }))}
              value={String(campusId)}
              onValueChange={(id) => setCampusId(Number(id))}
            />
          </Field>
          <ChangeFields
            campusId={campusId}
            today={today}
            plan={plan}
            onPlan={(change) => setPlan((now) => ({ ...now, ...change }))}
          />
          {full && mayExceed ? (
            <Checkbox
              label="Add over capacity"
              description="This window is full: it gets one place more."
              checked={exceed}
              onCheckedChange={setExceed}
            />
          ) : null}
          {full && !mayExceed ? (
            <p className="text-sm text-muted">
              This window is full. Only an executive may add a pickup to it.
            </p>
          ) : null}
          {save.isError ? (
            <Refusal
              error={toApiError(save.error)}
              onChoose={(offer) => {
                setPlan((now) => ({ ...now, day: offer.day, window: offer.window }));
                save.reset();
              }}
            />
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}
