import type { Campus } from "@api/campuses";
import { searchKeys } from "@api/customers/search";
import { onceKeys } from "@api/once";
import { addPickup, pickupKeys } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { CallerDialog } from "@features/office/caller/caller-dialog";
import { formatDay } from "@lib/format/dates";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { longCampus } from "@lib/site/campus-names";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Link } from "react-router";
import * as z from "zod/mini";
import { ChangeFields, planSchema } from "./change-fields";
import { CustomerFinder } from "./customer-finder";
import { type ChosenCustomer, isPlanned } from "./found-people";
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

const additionSchema = z.extend(planSchema, {
  customer: z.custom<ChosenCustomer>((chosen) => chosen !== undefined),
  campusId: z.number(),
  exceed: z.boolean(),
});
type Addition = z.output<typeof additionSchema>;

/** Puts a customer or a guest at the end of a day's line. */
export function AddPickupDialog(props: AddPickupDialogProps) {
  const { campuses, day, today, mayExceed, onClose } = props;
  const formId = useId();
  const queries = useQueryClient();
  const form = useSchemaForm<z.input<typeof additionSchema>, Addition>({
    schema: additionSchema,
    defaultValues: {
      campusId: props.campusId,
      day: day < today ? today : day,
      window: "",
      reason: "customer",
      note: "",
      exceed: false,
    },
    onSend: (addition) => {
      save.mutate(addition);
    },
  });
  const plan = form.watch();
  const { campusId, window } = plan;
  const customer = plan.customer as ChosenCustomer | undefined;
  const full = useWindows(campusId, plan.day)?.some(
    ({ label, places_left }) => label === window && places_left === 0,
  );
  const [keys] = useState(onceKeys);
  const save = useMutation({
    mutationFn: (pickup: Addition) => {
      const addition = {
        ...pickup.customer.who,
        pickup_date: pickup.day,
        pickup_time: pickup.window,
        reason: pickup.reason,
        campus_id: pickup.campusId,
        ...(pickup.note ? { note: pickup.note } : {}),
        ...(pickup.exceed && full ? { over_capacity: true } : {}),
      };
      return addPickup(addition, keys.keyFor(addition));
    },
    networkMode: "always",
    onSuccess: (_, pickup) => {
      toast.success("Pickup Added", {
        description: `${pickup.customer.name}: ${formatDay(pickup.day)}, ${pickup.window}`,
      });
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: ["places"] }),
    onSettled: () => {
      // What the search knew of this customer is over.
      void queries.invalidateQueries({ queryKey: searchKeys.all });
      return queries.invalidateQueries({ queryKey: pickupKeys.all });
    },
  });
  const [calling, setCalling] = useState(false);
  // The crew needs an address and a number, which a booking that goes on has.
  const unknown = customer !== undefined && !customer.booking;
  const planned = customer !== undefined && isPlanned(customer);
  if (calling) {
    const [first_name = "", ...rest] = (customer?.name ?? "").split(" ");
    return (
      <CallerDialog
        mayExceed={mayExceed}
        known={{
          campus: String(campusId),
          day: plan.day,
          window,
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
              type="submit"
              form={formId}
              disabled={!customer || !window || unknown || planned}
              busy={save.isPending}
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
              form.setValue("customer", chosen);
              save.reset();
            }}
          />
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {planned
              ? `${customer.name} has a pickup already: ${formatDay(customer.booking?.pickup_date)}. Move it instead.`
              : unknown
                ? `${customer.name} has no booking now: the crew needs an address and a phone number.`
                : "No booking yet?"}
            {planned ? (
              <Button asChild variant="link" size="sm">
                <Link to={`/admin-dashboard?tab=bookings&booking=${customer.booking?.id}`}>
                  Open booking
                </Link>
              </Button>
            ) : (
              <Button variant="link" size="sm" onClick={() => setCalling(true)}>
                {unknown ? "Book for them" : "Book for a caller"}
              </Button>
            )}
          </p>
          {/* The search stands outside of it: Enter there looks for somebody and adds nobody. */}
          <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-4">
            <Field label="Campus">
              <Select
                options={campuses.map(({ id }) => ({ value: String(id), label: longCampus(id) }))}
                value={String(campusId)}
                onValueChange={(id) => form.setValue("campusId", Number(id))}
              />
            </Field>
            <FormProvider {...form}>
              <ChangeFields campusId={campusId} today={today} save={save}>
                {full && mayExceed ? (
                  <Checkbox
                    label="Add over capacity"
                    description="This window is full: it gets one place more."
                    checked={plan.exceed}
                    onCheckedChange={(yes) => form.setValue("exceed", yes)}
                  />
                ) : null}
                {full && !mayExceed ? (
                  <p className="text-sm text-muted">
                    This window is full. Only an executive may add a pickup to it.
                  </p>
                ) : null}
              </ChangeFields>
            </FormProvider>
          </form>
        </div>
      </DialogContent>
    </Dialog>
  );
}
