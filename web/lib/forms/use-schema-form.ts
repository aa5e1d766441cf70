import { zodResolver } from "@hookform/resolvers/zod";
import type { FormEvent } from "react";
import { type FieldPath, type FieldValues, type UseFormProps, useForm } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

export interface SchemaForm<Typed extends FieldValues, Sent>
  extends Omit<UseFormProps<Typed, unknown, Sent>, "resolver"> {
  schema: ZodMiniType<Sent, Typed>;
  /** Takes what the schema made of the fields. Nothing is sent again before it ends. */
  onSend: (sent: Sent) => unknown;
  /** What was sent is still on its way, where `onSend` does not wait for it. */
  busy?: boolean;
  /** Called when the schema found something wrong; the first wrong field has the focus then. */
  onRefuse?: () => void;
}

/** A form that its schema checks when it is sent. Controls take `register`, fields `errorOf`. */
export function useSchemaForm<Typed extends FieldValues, Sent>({
  schema,
  onSend,
  onRefuse,
  busy = false,
  ...options
}: SchemaForm<Typed, Sent>) {
  const form = useForm<Typed, unknown, Sent>({ ...options, resolver: zodResolver(schema) });
  const { formState, handleSubmit } = form;
  return {
    ...form,
    errorOf: (name: FieldPath<Typed>) => form.getFieldState(name, formState).error?.message,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy && !formState.isSubmitting) void handleSubmit(onSend, onRefuse)(event);
    },
  };
}
