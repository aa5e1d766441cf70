import { signatureOf } from "@api/pickups/pickups";
import { ErrorState } from "@components/ui/error-state";
import { LateDialog } from "@components/ui/late-dialog";
import { Skeleton } from "@components/ui/skeleton";
import { stopCount } from "@features/crew/pickups/day/pickup-words";
import { useReadAhead } from "@lib/lists/read-ahead";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { SignaturePicture } from "./signature-pad";

const signature = (pickupId: string) =>
  queryOptions({
    queryKey: ["pickups", "signature", pickupId],
    queryFn: () => signatureOf(pickupId),
    networkMode: "always",
  });

/** Who signed the count, and a press away the signature itself. */
export function SignedBy({ name, pickupId }: { name: string; pickupId: string }) {
  const ahead = useReadAhead([signature(pickupId)]);
  return (
    <LateDialog
      trigger={
        <button
          type="button"
          {...ahead}
          className="min-h-11 underline decoration-line-strong underline-offset-4 hover:decoration-ink md:min-h-9"
        >
          Signed<span className="sr-only"> by {name}</span>
        </button>
      }
      size="sm"
      title={`Signed by ${name}`}
    >
      <Signature pickupId={pickupId} name={name} />
    </LateDialog>
  );
}

function Signature({ pickupId, name }: { pickupId: string; name: string }) {
  const { data, error, refetch, isFetching } = useQuery(signature(pickupId));
  if (error) {
    return (
      <ErrorState title="Fetch Error" onRetry={() => void refetch()} retrying={isFetching}>
        The signature could not be loaded.
      </ErrorState>
    );
  }
  if (!data) return <Skeleton late className="h-40" />;
  return (
    <div className="grid gap-3">
      <SignaturePicture strokes={data.strokes} label={`Signature of ${name}`} />
      <p className="text-sm text-muted">For {stopCount(data.items_counted)}.</p>
    </div>
  );
}
