import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { changeShelf, createShelf, custodyKeys, type Shelf } from "@api/pickups/custody";
import { shelfSheet } from "@api/pickups/labels";
import { FormAlert } from "@components/form-alert";
import { openBox } from "@components/illustration/scenes";
import { AddressLink } from "@components/lists/address-link";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { EmptyState } from "@components/ui/empty-state";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { saveFile } from "@lib/browser/save-file";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { shelfCode } from "@lib/labels/label-code";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Printer } from "lucide-react";
import { useId, useState } from "react";
import * as z from "zod/mini";

const MOST = 2000;

/** The shelves by site, how full each is, and their labels to print. */
export function ShelfMap({ shelves, office }: { shelves: readonly Shelf[]; office: boolean }) {
  const [editing, setEditing] = useState<Shelf | "new" | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {office ? (
        <Button className="justify-self-start" onClick={() => setEditing("new")}>
          <Plus aria-hidden="true" />
          Add a shelf
        </Button>
      ) : null}
      {shelves.length === 0 ? (
        <EmptyState scene={openBox} title="No shelves yet">
          Each shelf has a code with site, bay and shelf, such as V-03-2.
        </EmptyState>
      ) : null}
      {campuses.map((campus) => {
        const own = shelves.filter(({ campus_id }) => campus_id === campus.id);
        if (own.length === 0) return null;
        return (
          <Site key={campus.id} campus={campus} shelves={own} onEdit={office ? setEditing : null} />
        );
      })}
      {editing ? (
        <ShelfForm
          shelf={editing === "new" ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </div>
  );
}

interface SiteProps {
  campus: (typeof campuses)[number];
  shelves: readonly Shelf[];
  onEdit: ((shelf: Shelf) => void) | null;
}

function Site({ campus, shelves, onEdit }: SiteProps) {
  const { href } = useAddress();
  const used = shelves.reduce((sum, one) => sum + one.used, 0);
  const places = shelves.reduce((sum, one) => sum + one.places, 0);
  const print = useMutation({
    mutationFn: () => shelfSheet(campus.id),
    networkMode: "always",
    onSuccess: (file) => saveFile(`shelves-${campus.slug}.pdf`, file),
    onError: (error) =>
      toast.error("The labels could not be made", { description: toApiError(error).message }),
  });
  return (
    <section aria-label={campus.name} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg">
          {campus.name}{" "}
          <span className="tabular font-sans text-sm font-normal tracking-normal text-muted">
            {used} of {places} places used
          </span>
        </h3>
        <Button variant="secondary" size="sm" busy={print.isPending} onClick={() => print.mutate()}>
          <Printer aria-hidden="true" />
          Print shelf labels
        </Button>
      </div>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5 xl:grid-cols-6">
        {shelves.map((one) => (
          <li key={one.id} className="grid gap-1.5 rounded-xl border border-line bg-sheet p-3">
            <AddressLink
              to={href({ area: "find", find: one.code })}
              className="min-h-11 content-center font-mono text-lg font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {one.code}
            </AddressLink>
            <meter
              aria-label={`Shelf ${one.code}`}
              min={0}
              max={one.places}
              value={Math.min(one.used, one.places)}
              className="fill-meter h-2 w-full"
            />
            <p className="tabular flex flex-wrap items-center justify-between gap-x-2 text-xs text-muted">
              <span className={one.used > one.places ? "font-semibold text-brick-text" : ""}>
                {one.used} of {one.places}
                {one.used > one.places ? ", too full" : ""}
              </span>
              {onEdit ? (
                <Button variant="link" size="sm" className="text-xs" onClick={() => onEdit(one)}>
                  Change
                  <span className="sr-only"> shelf {one.code}</span>
                </Button>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CODE = "Site, bay and shelf, such as V-03-2.";
const schema = z.object({
  campus: z.string(),
  code: z.string().check(z.refine((text) => shelfCode(text) !== null, CODE)),
  places: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST,
          `Enter a whole number from 1 to ${MOST}.`,
        ),
      ),
    z.transform(Number),
  ),
});

function ShelfForm({ shelf, onClose }: { shelf: Shelf | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const formId = useId();
  const save = useMutation({
    mutationFn: (typed: z.output<typeof schema>) => {
      if (shelf) {
        const given = { id: shelf.id, places: typed.places };
        return changeShelf(given, keys.keyFor(given));
      }
      const { campus, code, places } = typed;
      const given = { campus_id: Number(campus), code: shelfCode(code) ?? code, places };
      return createShelf(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: custodyKeys.shelves });
      onClose();
    },
  });
  const { register, setValue, watch, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      campus: String(shelf?.campus_id ?? campuses[0]?.id ?? 1),
      code: shelf?.code ?? "",
      places: shelf ? String(shelf.places) : "",
    },
    busy: save.isPending,
    onSend: (typed) => save.mutate(typed),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title={shelf ? `Shelf ${shelf.code}` : "Add a shelf"}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={save.isPending}>
              Save
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          {shelf ? null : (
            <>
              <Field label="Campus">
                <Select
                  options={campuses.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={watch("campus")}
                  onValueChange={(campus) => setValue("campus", campus)}
                />
              </Field>
              <Field label="Code" hint={CODE} error={errorOf("code")} required>
                <Input autoComplete="off" autoCapitalize="characters" {...register("code")} />
              </Field>
            </>
          )}
          <Field label="How many items fit" error={errorOf("places")} required>
            <Input inputMode="numeric" autoComplete="off" {...register("places")} />
          </Field>
          {save.error ? <FormAlert tone="error">{toApiError(save.error).message}</FormAlert> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
