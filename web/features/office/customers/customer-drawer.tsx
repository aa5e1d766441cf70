import { useCampusClock } from "@api/clock";
import { customerFile, customerFileKeys } from "@api/customers/customer-file";
import type { Customer } from "@api/customers/users";
import { ApiError } from "@api/errors";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { Sheet, SheetContent } from "@components/ui/sheet";
import { Skeleton } from "@components/ui/skeleton";
import { useAddressPanel } from "@features/office/address-panel";
import { fetchError } from "@features/office/list-parts";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { CustomerSections, EmailOf, ProfileFacts, Section } from "./customer-sections";

const GONE = "P0002";

interface CustomerDrawerProps {
  /** null while none is open */
  id: string | null;
  /** the row of it, when it is on the page behind */
  known: Customer | undefined;
}

/** One customer whole, from the right. Each opening is written down by the server. */
export function CustomerDrawer({ id, known }: CustomerDrawerProps) {
  const { drawn, close } = useAddressPanel("customer", id);
  const clock = useCampusClock();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: customerFileKeys.of(drawn ?? ""),
    queryFn: () => customerFile(drawn ?? ""),
    enabled: id !== null,
    // Asking is a look that is logged: once an opening, and every opening.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...untilReachable,
  });

  const profile = data?.profile ?? known;
  const failure = fetchError(error, "this customer");
  const gone = error instanceof ApiError && error.code === GONE;
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && close()}>
      <SheetContent
        inAddress
        title={profile?.full_name || "Customer"}
        description={
          profile ? (
            <Code>{profile.customer_id}</Code>
          ) : error ? undefined : (
            <Skeleton late className="h-6.5 w-20" />
          )
        }
        className="max-w-[640px]"
        footer={
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        }
      >
        {gone ? (
          <p>No customer has this number.</p>
        ) : error ? (
          <ListProblem
            error={error}
            title={failure.title}
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {failure.words}
          </ListProblem>
        ) : data ? (
          <CustomerSections file={data} utcOffset={clock.data?.utc_offset} />
        ) : (
          <LoadingCustomer known={known} />
        )}
      </SheetContent>
    </Sheet>
  );
}

const EMPTY_LINE = "\u00a0";

/** What the row has of it, in its place, before the file has come. */
function LoadingCustomer({ known }: { known: Customer | undefined }) {
  return (
    <div className="grid gap-7">
      <Section title="Profile">
        <ProfileFacts
          email={known ? <EmailOf email={known.email} /> : EMPTY_LINE}
          phone={EMPTY_LINE}
          since={EMPTY_LINE}
        />
      </Section>
      <div role="status" aria-label="Loading customer" className="grid gap-4">
        <Skeleton late className="h-48" />
        <Skeleton late className="h-40" />
      </div>
    </div>
  );
}
