import type { Stop } from "@api/pickups";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Minus, Plus } from "lucide-react";
import { useId, useRef, useState } from "react";

const MOST_ITEMS = 500;

interface CompleteDialogProps {
  stop: Stop;
  onClose: () => void;
  /** `items` is undefined where the crew did not count. */
  onComplete: (items: number | undefined) => void;
}

/** Asks for the crew's count, which the plan goes by; it may be left empty. */
export function CompleteDialog({ stop, onClose, onComplete }: CompleteDialogProps) {
  const [text, setText] = useState(stop.items_counted === null ? "" : String(stop.items_counted));
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : undefined;

  function step(by: number) {
    setError(undefined);
    setText(String(Math.min(MOST_ITEMS, Math.max(0, (count ?? 0) + by))));
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="sm"
        title={`Complete ${stop.full_name}`}
        description="How many items did you take along? The customer's plan goes by your count."
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          field.current?.focus();
        }}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} className="max-sm:h-14 max-sm:flex-1">
              {count === undefined ? "Complete without a count" : `Complete with ${count}`}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (text !== "" && (count === undefined || count > MOST_ITEMS)) {
              setError(`Please enter a number from 0 to ${MOST_ITEMS}, or nothing.`);
            } else onComplete(count);
          }}
          className="flex items-start gap-2"
        >
          <Field label="Items (optional)" error={error} className="flex-1">
            <Input
              ref={field}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={({ target }) => {
                setError(undefined);
                setText(target.value.trim());
              }}
              className="tabular h-14 text-center text-2xl font-semibold lg:h-14"
            />
          </Field>
          <div className="flex gap-2 pt-7">
            <Button
              variant="secondary"
              size="icon"
              className="size-14"
              aria-label="One less"
              onClick={() => step(-1)}
            >
              <Minus aria-hidden="true" />
            </Button>
            <Button
              variant="secondary"
              size="icon"
              className="size-14"
              aria-label="One more"
              onClick={() => step(1)}
            >
              <Plus aria-hidden="true" />
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
