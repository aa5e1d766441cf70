import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";

interface StepButtonsProps {
  label: string;
  busy: boolean;
  problem: string | null;
  onCancel: () => void;
  disabled?: boolean;
  destructive?: boolean;
  /** "Keep the booking" where Cancel could be read as the step itself. */
  cancelLabel?: string;
}

/** The foot of a step's form: why it was refused, the step, and the way back. */
export function StepButtons(props: StepButtonsProps) {
  const { label, busy, problem, onCancel, disabled, destructive, cancelLabel } = props;
  return (
    <div className="grid gap-3">
      {problem ? <FormAlert tone="error">{problem}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          busy={busy}
          disabled={disabled ?? false}
          variant={destructive ? "destructive" : "primary"}
        >
          {label}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {cancelLabel ?? "Cancel"}
        </Button>
      </div>
    </div>
  );
}
