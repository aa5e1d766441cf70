import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useCallback, useRef } from "react";
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormProps,
  type UseFormSetFocus,
  useForm,
} from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

export interface SchemaForm<Typed extends FieldValues, Output>
  extends Omit<UseFormProps<Typed, unknown, Output>, "resolver"> {
  schema: ZodMiniType<Output, Typed>;
  /** Takes the schema's output. Nothing is sent again before it ends. */
  onSend: (output: Output) => unknown;
  /** What was sent is still on its way, where `onSend` does not wait for it. */
  busy?: boolean;
  /** Called when the schema refuses; the first wrong field has the focus then. */
  onRefuse?: () => void;
}

/** A form that its schema checks when it is sent. Controls take `register`, fields `errorOf`. */
export function useSchemaForm<Typed extends FieldValues, Output>({
  schema,
  onSend,
  onRefuse,
  busy = false,
  ...options
}: SchemaForm<Typed, Output>) {
  const form = useForm<Typed, unknown, Output>({
    ...options,
    resolver: zodResolver(schema),
    // By a timer as well, which takes the focus from where the next key went meanwhile.
    shouldFocusError: false,
  });
  const { control, formState, handleSubmit } = form;
  const lastValues = useRef<Typed>(undefined);
  // The library's own waits for a timer, and takes the focus from a typing user.
  const setFocus = useCallback<UseFormSetFocus<Typed>>(
    (name, { shouldSelect = false } = {}) => {
      const field: unknown = get(control._fields, `${name}._f.ref`);
      const typing = document.activeElement;
      if (!(field instanceof HTMLInputElement)) return;
      if (typing !== field && typing?.matches("input, select, textarea")) return;
      field.focus();
      const typedOn = lastValues.current && get(lastValues.current, name) !== field.value;
      if (shouldSelect && !(typing === field && typedOn)) field.select();
    },
    [control],
  );
  return {
    ...form,
    /** An input takes the focus at once: not from who types elsewhere, or typed on what was sent. */
    setFocus,
    errorOf: (name: FieldPath<Typed>) => form.getFieldState(name, formState).error?.message,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (busy || formState.isSubmitting) return;
      lastValues.current = form.getValues();
      void handleSubmit(onSend, (errors) => {
        firstOf(errors)?.focus();
        onRefuse?.();
      })(event);
    },
  };
}

/** The control of the first wrong field, as they stand on the page. */
function firstOf<Typed extends FieldValues>(errors: FieldErrors<Typed>): HTMLElement | undefined {
  const controls = Object.values(errors)
    .map((error) => (error && "ref" in error ? (error.ref as unknown) : null))
    .filter((ref) => ref instanceof HTMLElement);
  return controls.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0];
}
