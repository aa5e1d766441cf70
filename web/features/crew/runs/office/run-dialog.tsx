import type { RunCard } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { changeRun, createRun, removeRun, runKeys } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { crewRead } from "./run-reads";

const MOST_VAN_ITEMS = 2000;

const schema = z.object({
  name: trimmed.check(z.minLength(1, "Please give the run a name.")),
  van: trimmed.check(
    z.refine(
      (text) =>
        text === "" ||
        (/^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text) <= MOST_VAN_ITEMS),
      `Please enter a number from 1 to ${MOST_VAN_ITEMS}, or nothing.`,
    ),
  ),
  workers: z.array(z.string()),
});

interface RunDialogProps {
  /** null: a new one */
  run: RunCard | null;
  campusId: number;
  day: string;
  onClose: () => void;
}

/** A run's name, its van and its crew. */
export function RunDialog({ run, campusId, day, onClose }: RunDialogProps) {
  const queries = useQueryClient();
  const id = useId();
  const [keys] = useState(onceKeys);
  const [problem, setProblem] = useState("");
  const [removing, setRemoving] = useState(false);
  const crew = useQuery(crewRead(campusId, day));
  const people = crew.data?.filter(({ id, works }) => works || run?.workers.includes(id));

  async function remove(runId: string) {
    setRemoving(true);
    try {
      await removeRun(runId);
      await queries.invalidateQueries({ queryKey: runKeys.all });
      onClose();
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      setRemoving(false);
    }
  }

  const form = useSchemaForm({
    schema,
    defaultValues: {
      name: run?.name ?? "",
      van: run?.van_items ? String(run.van_items) : "",
      workers: run?.workers ?? [],
    },
    onSend: async ({ name, van, workers }) => {
      const given = { name, van_items: van === "" ? null : Number(van), workers };
      try {
        if (run) {
          const change = { run_id: run.id, ...given };
          await changeRun(change, keys.keyFor(change));
        } else {
          const made = { campus_id: campusId, date: day, ...given };
          await createRun(made, keys.keyFor(made));
        }
        await queries.invalidateQueries({ queryKey: runKeys.all });
        onClose();
      } catch (error) {
        setProblem(toApiError(error).message);
      }
    },
  });
  const { control, register, setValue, errorOf, formState } = form;
  const workers = useWatch({ control, name: "workers" });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={run ? `Crew and van of ${run.name}` : "New run"}
        footer={
          <>
            {run && run.stops.length === 0 && !run.is_default ? (
              <Button
                variant="ghost"
                className="mr-auto"
                busy={removing}
                onClick={() => void remove(run.id)}
              >
                <Trash2 aria-hidden="true" />
                Remove run
              </Button>
            ) : null}
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={id} busy={formState.isSubmitting}>
              {run ? "Save" : "Create run"}
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={form.onSubmit} className="grid gap-4">
          {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
          <Field label="Name" error={errorOf("name")}>
            <Input maxLength={80} placeholder="Van B" autoComplete="off" {...register("name")} />
          </Field>
          <Field label="Items that fit into the van (optional)" error={errorOf("van")}>
            <Input inputMode="numeric" autoComplete="off" {...register("van")} />
          </Field>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-semibold">Crew (optional)</legend>
            {people?.length === 0 ? (
              <p className="text-sm text-muted">No worker works here on this day.</p>
            ) : null}
            {people?.map((one) => (
              <Checkbox
                key={one.id}
                label={one.name}
                {...(one.works ? {} : { description: "Cannot work on this day" })}
                checked={workers.includes(one.id)}
                onCheckedChange={(on) =>
                  setValue(
                    "workers",
                    on ? [...workers, one.id] : workers.filter((worker) => worker !== one.id),
                  )
                }
              />
            ))}
          </fieldset>
        </form>
      </DialogContent>
    </Dialog>
  );
}
