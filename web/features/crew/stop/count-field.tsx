import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Minus, Plus } from "lucide-react";
import type { ComponentProps, Ref } from "react";
import { countOf, MOST_COUNTED } from "./complete-form";

interface CountFieldProps extends ComponentProps<typeof Input> {
  label: string;
  error?: string | undefined;
  /** what stands in the field */
  text: string;
  onStep: (text: string) => void;
  more?: Ref<HTMLButtonElement>;
}

/** How many items were taken along: typed, or stepped without a phone's keyboard. */
export function CountField({ label, error, text, onStep, more, ...input }: CountFieldProps) {
  function step(by: number) {
    onStep(String(Math.min(MOST_COUNTED, Math.max(0, (countOf(text) ?? 0) + by))));
  }
  return (
    <div className="flex items-start gap-2">
      <Field label={label} error={error} className="flex-1">
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="tabular h-14 text-center text-2xl font-semibold lg:h-14"
          {...input}
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
          ref={more}
          variant="secondary"
          size="icon"
          className="size-14"
          aria-label="One more"
          onClick={() => step(1)}
        >
          <Plus aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
