import { PartBoundary } from "@components/site/part-boundary";
import { Skeleton } from "@components/ui/skeleton";
import { lazy, Suspense } from "react";

const MessagesCard = lazy(() => import("./messages-card"));

/** Where links to the conversations with the office lead, on the dashboard of owner or friend. */
export function OwnMessages({ bookingId }: { bookingId: string }) {
  return (
    <div id="messages" className="scroll-mt-32">
      <PartBoundary>
        <Suspense fallback={<Skeleton className="h-32" />}>
          <MessagesCard ownBookingId={bookingId} />
        </Suspense>
      </PartBoundary>
    </div>
  );
}
