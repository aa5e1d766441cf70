import { useCampusClock } from "@api/clock";
import { connectionKeys, createApiKey, type Scope } from "@api/connections";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { addDays } from "@lib/format/dates";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useId } from "react";
import * as z from "zod/mini";
import { useConnectionChange } from "./connection-card";
import { SCOPES } from "./scopes";

/** Days for which a key holds unless another day is chosen, and at most. */
const USUAL_DAYS = 90;
const MOST_DAYS = 365;

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(3, "Name the program."), z.maxLength(80)),
  scopes: z.array(z.string()).check(z.minLength(1, "Tick at least one.")),
  last_day: z.string().check(z.minLength(1, "Choose a day.")),
});

interface ApiKeyDialogProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

/** A key for a program: what it may do, and until when. */
export function ApiKeyDialog({ onClose, onCreated }: ApiKeyDialogProps) {
  const formId = useId();
  const today = useCampusClock().data?.today;
  const create = useConnectionChange(connectionKeys.keys, createApiKey);
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      name: "",
      scopes: [] as string[],
      last_day: today ? addDays(today, USUAL_DAYS) : "",
    },
    busy: create.isPending,
    onSend: ({ name, scopes, last_day }) =>
      create.mutate(
        { name, scopes: scopes as Scope[], last_day },
        { onSuccess: ({ secret }) => onCreated(secret) },
      ),
  });
  const chosen = watch("scopes");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Make an API key"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={create.isPending}>
              Make the key
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field label="Which program is it for?" error={errorOf("name")} required>
            <Input autoComplete="off" maxLength={80} {...register("name")} />
          </Field>
          <fieldset>
            <legend className="text-sm font-semibold">What may it do?</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {SCOPES.map(({ value, label, words }) => (
                <Checkbox
                  key={value}
                  label={label}
                  description={words}
                  checked={chosen.includes(value)}
                  onCheckedChange={(ticked) =>
                    setValue(
                      "scopes",
                      ticked ? [...chosen, value] : chosen.filter((one) => one !== value),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
          {errorOf("scopes") ? <FormAlert tone="error">{errorOf("scopes")}</FormAlert> : null}
          <Field
            label="Last day"
            hint="After it the key no longer works. A year at most."
            error={errorOf("last_day")}
          >
            <DatePicker
              value={watch("last_day") || undefined}
              {...(today ? { min: today, max: addDays(today, MOST_DAYS), today } : {})}
              onChange={(day) => setValue("last_day", day)}
            />
          </Field>
          {create.error ? (
            <FormAlert tone="error">{toApiError(create.error).message}</FormAlert>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
