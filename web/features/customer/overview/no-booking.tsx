import { openBox } from "@components/illustration/scenes";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { EmptyState } from "@components/ui/empty-state";

/** What stands where a booking would be. */
export function NoBookingCard() {
  return (
    <Card>
      <EmptyState
        scene={openBox}
        title="No Booking Found"
        action={
          <Button asChild size="lg">
            <PageLink to="/book">Book Storage Now</PageLink>
          </Button>
        }
      >
        You haven't made a booking yet.
      </EmptyState>
    </Card>
  );
}
