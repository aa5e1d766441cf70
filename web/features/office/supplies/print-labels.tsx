import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { batchSheet, printLabels } from "@api/pickups/labels";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { saveFile } from "@lib/browser/save-file";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useMutation } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useId, useState } from "react";
import * as z from "zod/mini";

const MOST = 400;
const A_SHEET = 40;
const WRONG = `Enter a whole number from 1 to ${MOST}.`;
const schema = z.object({
  count: z.pipe(
    z.string().check(
      z.regex(/^\d{1,3}$/, WRONG),
      z.refine((text) => Number(text) >= 1 && Number(text) <= MOST, WRONG),
    ),
    z.transform(Number),
  ),
});

/** Labels without an owner, for the crew's rolls: forty on a sheet. */
export function PrintLabels({ campusId, campusName }: { campusId: number; campusName: string }) {
  const [open, setOpen] = useState(false);
  const [keys] = useState(onceKeys);
  const formId = useId();
  const print = useMutation({
    mutationFn: async (count: number) => {
      const args = { count, campus_id: campusId };
      const { batch } = await printLabels(args, keys.keyFor(args));
      const file = await batchSheet(batch);
      return { batch, file };
    },
    networkMode: "always",
    onSuccess: ({ batch, file }) => {
      keys.done();
      saveFile(`labels-${batch}.pdf`, file);
      setOpen(false);
    },
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { count: String(A_SHEET) },
    busy: print.isPending,
    onSend: ({ count }) => print.mutate(count),
  });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          <Printer aria-hidden="true" />
          Print labels
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title="Print labels"
        description={`New labels for items at ${campusName}. Each goes on one item and is scanned there.`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={print.isPending}>
              Print
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field
            label="Labels"
            hint={`A sheet has ${A_SHEET}. Print it at its actual size.`}
            error={errorOf("count")}
            required
          >
            <Input inputMode="numeric" autoComplete="off" {...register("count")} />
          </Field>
          {print.error ? (
            <FormAlert tone="error">{toApiError(print.error).message}</FormAlert>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
