import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useMutation } from "@tanstack/react-query";

const MINUTES = [10, 15, 30];

interface RunningLateProps {
  /** The hour, campus time, by which one is at the door; "" before it was announced. */
  until: string;
  announce: (minutes: number) => Promise<unknown>;
  onAnnounced: () => void;
}

/** Tells the crew by how many minutes one is late to the door (rule: late-customer). */
export default function RunningLate({ until, announce, onAnnounced }: RunningLateProps) {
  const late = useMutation({
    mutationFn: announce,
    networkMode: "always",
    onSuccess: onAnnounced,
  });
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm font-semibold">
        {until ? `The crew knows: you are at the door by ${until}.` : "Are you running late?"}
      </p>
      <div className="flex flex-wrap gap-2">
        {MINUTES.map((minutes) => (
          <Button
            key={minutes}
            variant="secondary"
            size="sm"
            className="border-current bg-transparent text-inherit"
            busy={late.isPending && late.variables === minutes}
            disabled={late.isPending}
            onClick={() => late.mutate(minutes)}
          >
            {minutes} minutes late
          </Button>
        ))}
      </div>
      {late.error ? <FormAlert tone="error">{toApiError(late.error).message}</FormAlert> : null}
    </div>
  );
}
