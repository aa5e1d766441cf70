import type { KitsShown } from "@api/commands.types";
import { AddressLink } from "@components/lists/address-link";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { cn } from "@lib/cn";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { PackagePlus, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { kitCounts } from "./kit-steps";
import { useAddStock } from "./supplies-query";

const WRONG = "Enter a whole number of kits, up to 10,000.";
const schema = z.object({
  kits: z.pipe(z.string().check(z.regex(/^-?[1-9]\d{0,3}$|^-?10000$/, WRONG)), z.transform(Number)),
});

interface KitStockProps {
  day: KitsShown;
  campusName: string;
  /** Admins and executives. */
  canAdd: boolean;
}

/** Kits on the campus's shelf, with a warning while they are few. */
export function KitStock({ day, campusName, canAdd }: KitStockProps) {
  const [adding, setAdding] = useState(false);
  const toPack = kitCounts(day.deliveries).requested;
  const low = day.stock < day.low_stock;
  return (
    <section
      aria-label="Stock"
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border px-4 py-2.5",
        low ? "border-brick bg-brick-soft" : "border-line bg-mist",
      )}
    >
      {low ? (
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-brick-text" />
      ) : null}
      <p className="min-w-48 flex-1">
        <span className="tabular font-semibold">
          {day.stock} {day.stock === 1 ? "kit" : "kits"} in stock
        </span>{" "}
        at {campusName}.{" "}
        {toPack > day.stock
          ? `${toPack} are still to be packed for this day.`
          : low
            ? `Under ${day.low_stock}: time for more.`
            : null}
      </p>
      <OtherStocks day={day} />
      {canAdd ? (
        <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
          <PackagePlus aria-hidden="true" />
          Add to stock
        </Button>
      ) : null}
      <AddStockDialog
        open={adding}
        campusId={day.campus_id}
        campusName={campusName}
        onClose={() => setAdding(false)}
      />
    </section>
  );
}

/** The other campuses' shelves, each a press away; those with few kits are marked. */
function OtherStocks({ day }: { day: KitsShown }) {
  const { href } = useAddress();
  return (
    <ul aria-label="Other campuses" className="flex flex-wrap gap-x-4 text-sm">
      {day.stocks.map(({ campus_id, kits }) => {
        const campus = campuses.find(({ id }) => id === campus_id);
        if (!campus || campus_id === day.campus_id) return null;
        const low = kits < day.low_stock;
        return (
          <li key={campus_id}>
            <AddressLink
              to={href({ campus: String(campus_id) })}
              className={cn(
                "tabular inline-flex items-center gap-1.5 underline decoration-line-strong underline-offset-4 hover:decoration-ink max-md:min-h-12",
                low && "text-brick-text",
              )}
            >
              {low ? <TriangleAlert aria-hidden="true" className="size-4" /> : null}
              {campus.short_name} {kits}
              {low ? <span className="sr-only">, under {day.low_stock}</span> : null}
            </AddressLink>
          </li>
        );
      })}
    </ul>
  );
}

interface AddStockDialogProps {
  open: boolean;
  campusId: number;
  campusName: string;
  onClose: () => void;
}

function AddStockDialog({ open, campusId, campusName, onClose }: AddStockDialogProps) {
  const formId = useId();
  const add = useAddStock(campusId, () => {
    reset();
    onClose();
  });
  const { register, reset, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { kits: "" },
    busy: add.isPending,
    onSend: ({ kits }) => add.mutate(kits),
  });

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        size="sm"
        title="Add to stock"
        description={campusName}
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
        <form id={formId} noValidate onSubmit={onSubmit}>
          <Field
            label="Kits"
            hint="A number with a minus takes kits away."
            error={errorOf("kits")}
            required
          >
            <Input type="number" step={1} autoComplete="off" {...register("kits")} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
