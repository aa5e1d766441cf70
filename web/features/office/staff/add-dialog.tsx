import { toApiError } from "@api/errors";
import { addStaff, type StaffRole } from "@api/staff";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { EmailInput, Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useId } from "react";
import { toast } from "sonner";
import * as z from "zod/mini";
import { ROLE_OPTIONS, roleTitle, useStaffChange } from "./staff-changes";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Please enter their name."), z.maxLength(100)),
  email: z.string().check(z.trim(), z.email("Please enter a valid email address.")),
  role: z.enum(["worker", "admin", "executive"]),
});

/** Gives a person a role; without an account they are invited. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const add = useStaffChange(addStaff);
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { name: "", email: "", role: "worker" as StaffRole },
    busy: add.isPending,
    onSend: (member) =>
      add.mutate(member, {
        onSuccess: ({ invited }) => {
          toast.success(`${member.name} works here now`, {
            description: invited
              ? `We sent an invitation to ${member.email}.`
              : `The account of ${member.email} is ${roleTitle(member.role)} now.`,
          });
          onClose();
        },
      }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Add staff"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={add.isPending}>
              Add
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field label="Full name" error={errorOf("name")} required>
            <Input autoComplete="off" {...register("name")} />
          </Field>
          <Field
            label="Email"
            hint="Somebody without an account gets an invitation to choose a password."
            error={errorOf("email")}
            required
          >
            <EmailInput {...register("email")} autoComplete="off" />
          </Field>
          <Field label="Role">
            <Select
              options={ROLE_OPTIONS}
              value={watch("role")}
              onValueChange={(role) => setValue("role", role as StaffRole)}
            />
          </Field>
          {add.error ? <FormAlert tone="error">{toApiError(add.error).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
