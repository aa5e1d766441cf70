import { type Customer, changeUser, userKeys } from "@api/customers/users";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type CustomerChange, type CustomerForm, customerSchema, formOf } from "./customer-form";

interface EditCustomerDialogProps {
  /** whose data is edited; null while the dialog is closed */
  customer: Customer | null;
  onClose: () => void;
}

/** 'Edit Customer Information': executives correct name, customer ID and address. */
export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  // Who was edited stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(customer);
  if (customer && customer !== drawn) setDrawn(customer);
  if (!drawn) return null;
  return <EditDialog key={drawn.id} customer={drawn} open={customer !== null} onClose={onClose} />;
}

function EditDialog({
  customer,
  open,
  onClose,
}: {
  customer: Customer;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (change: CustomerChange) => changeUser(customer.id, change),
    onSuccess: () => {
      toast.success("Customer updated");
      onClose();
      return queries.invalidateQueries({ queryKey: userKeys.customers });
    },
    onError: (error) =>
      toast.error("Update failed", {
        description: duplicateIn(error)?.words ?? wordsOf(error),
      }),
  });
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        size="sm"
        title="Edit Customer Information"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={save.isPending}>
              Save Changes
            </Button>
          </>
        }
      >
        <EditForm
          id={formId}
          customer={customer}
          busy={save.isPending}
          duplicate={duplicateIn(save.error)}
          onSave={(change) => save.mutate(change)}
        />
      </DialogContent>
    </Dialog>
  );
}

const UNIQUE_VIOLATION = "23505";

interface Duplicate {
  field: keyof CustomerForm;
  words: string;
}

/** What another customer has already; null for any other reason. */
function duplicateIn(error: unknown): Duplicate | null {
  if (!error) return null;
  const { code, message } = toApiError(error);
  if (code !== UNIQUE_VIOLATION) return null;
  return message.includes("email")
    ? { field: "email", words: "Another account has this email address." }
    : {
        field: "customer_id",
        words: "Another customer has this ID. Please choose another one.",
      };
}

const wordsOf = (error: unknown) =>
  toApiError(error).message || "Could not update customer information.";

const FIELDS = [
  { name: "full_name", label: "Full Name", type: "text", required: true },
  { name: "customer_id", label: "Customer ID", type: "text", required: true },
  { name: "email", label: "Email", type: "email", required: false },
] as const;

/** Lives as long as the dialog is open: a cancelled edit is forgotten. */
function EditForm({
  id,
  customer,
  busy,
  duplicate,
  onSave,
}: {
  id: string;
  customer: Customer;
  busy: boolean;
  duplicate: Duplicate | null;
  onSave: (change: CustomerChange) => void;
}) {
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: customerSchema,
    defaultValues: formOf(customer),
    busy,
    onSend: onSave,
  });

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {FIELDS.map(({ name, label, type, required }) => (
        <Field
          key={name}
          label={label}
          error={errorOf(name) ?? (duplicate?.field === name ? duplicate.words : undefined)}
          required={required}
        >
          <Input type={type} autoComplete="off" {...register(name)} />
        </Field>
      ))}
    </form>
  );
}
