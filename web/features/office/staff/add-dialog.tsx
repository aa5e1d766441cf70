import { toApiError } from "@api/errors";
import { addStaff, type StaffRole } from "@api/staff";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { EmailInput, Input } from "@components/ui/input";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useId } from "react";
import * as z from "zod/mini";
import { roleTitle, useStaffChange } from "./staff-changes";
import { TermsFields } from "./terms-fields";

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Please enter their name."), z.maxLength(100)),
  email: z.string().check(z.trim(), z.email("Please enter a valid email address.")),
  role: z.enum(["worker", "admin", "executive"]),
  campus_ids: z.array(z.number()),
  last_day: z.nullable(z.string()),
});

/** Gives a person a role; without an account they are invited. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const add = useStaffChange(addStaff);
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      name: "",
      email: "",
      role: "worker" as StaffRole,
      campus_ids: [] as number[],
      last_day: null as string | null,
    },
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
            hint="A person without an account gets an invitation to choose a password."
            error={errorOf("email")}
            required
          >
            <EmailInput {...register("email")} autoComplete="off" />
          </Field>
          <TermsFields
            terms={watch()}
            onChange={({ role, campus_ids, last_day }) => {
              setValue("role", role);
              setValue("campus_ids", campus_ids);
              setValue("last_day", last_day);
            }}
          />
          {add.error ? <FormAlert tone="error">{toApiError(add.error).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
