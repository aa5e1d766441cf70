import { toApiError } from "@api/errors";
import { type FirstStep, firstSteps, sendTestMail, settingsKeys } from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { AddressLink } from "@components/lists/address-link";
import { Button, buttonStyles } from "@components/ui/button";
import { ErrorState } from "@components/ui/error-state";
import { useDataSession } from "@features/office/data-session";
import { fetchError, ListSkeleton } from "@features/office/list-parts";
import { cn } from "@lib/cn";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChecklistLine } from "./checklist-line";

const DASHBOARD = "/admin-dashboard";

/** What each step is, why, and where it is done. */
const STEPS: Record<FirstStep["step"], { title: string; words: string; to: string; go: string }> = {
  business: {
    title: "Put in your own name and addresses",
    words: "Phone, email, tax number and the address for e-Transfers, on pages, mail and invoices.",
    to: "?tab=settings&section=business",
    go: "Business",
  },
  mail: {
    title: "Send a test mail",
    words: "It shows whether your mail server takes what we send.",
    to: "",
    go: "",
  },
  prices: {
    title: "Set your prices",
    words: "What ships is an example: plans, fees, deposit and terms.",
    to: "?tab=settings&section=prices",
    go: "Prices",
  },
  season: {
    title: "Publish your season",
    words: "No customer can book before: first and last days, closed days and free returns.",
    to: "?tab=settings&section=season",
    go: "Season",
  },
  staff: {
    title: "Invite your crew",
    words: "At least one person who collects.",
    to: "?tab=settings&section=staff",
    go: "Staff",
  },
  capacity: {
    title: "Say how many pickups each window takes",
    words: "For all days and campuses in one form.",
    to: "?tab=settings&section=capacity",
    go: "Capacity",
  },
  shelves: {
    title: "Name your shelves",
    words: "Each gets a label that the crew scans.",
    to: `${DASHBOARD}?tab=warehouse`,
    go: "Warehouse",
  },
  kits: {
    title: "Count your supply kits",
    words: "Kits are promised from what is in stock.",
    to: `${DASHBOARD}?tab=supplies`,
    go: "Supplies",
  },
  booking: {
    title: "Make a test booking",
    words: "Book as a customer would, and cancel it afterwards.",
    to: "/book",
    go: "Book",
  },
};

/** The first steps of this installation. */
export function useFirstSteps() {
  const { via, cacheKey } = useDataSession();
  return useQuery({
    queryKey: [...cacheKey, ...settingsKeys.steps],
    queryFn: () => firstSteps(via),
    ...untilReachable,
  });
}

/** What a new installation still needs, in the order in which an owner does it. */
export function FirstSteps() {
  const { data, error, refetch, isFetching } = useFirstSteps();
  if (!data && !error) return <ListSkeleton />;
  if (!data) {
    const { title, words } = fetchError(error, "the first steps");
    return (
      <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
        {words}
      </ErrorState>
    );
  }
  const left = data.filter(({ done }) => !done).length;
  return (
    <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">First steps</h2>
        <p className="text-sm text-muted">
          {left ? `${left} of ${data.length} are left.` : "Everything is there."}
        </p>
      </div>
      <ol className="grid gap-2">
        {data.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, done, problem }: FirstStep) {
  const { title, words, to, go } = STEPS[step];
  return (
    <ChecklistLine
      done={done}
      title={
        <>
          {title}
          <span className="sr-only">{done ? ": done" : ": to do"}</span>
        </>
      }
      action={
        step === "mail" ? (
          <TestMail />
        ) : (
          <AddressLink to={to} className={cn(buttonStyles({ variant: "secondary", size: "sm" }))}>
            {go}
          </AddressLink>
        )
      }
    >
      <p className="text-muted">{words}</p>
      {problem ? <p className="text-brick-text wrap-anywhere">{problem}</p> : null}
    </ChecklistLine>
  );
}

function TestMail() {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => sendTestMail(via),
    networkMode: "always",
    onSuccess: ({ sent_to }) =>
      toast.success("On its way", { description: `Look into the mailbox of ${sent_to}.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...cacheKey, ...settingsKeys.steps] }),
  });
  return (
    <>
      <Button variant="secondary" size="sm" busy={send.isPending} onClick={() => send.mutate()}>
        Send a test mail to me
      </Button>
      {send.error ? <FormAlert tone="error">{toApiError(send.error).message}</FormAlert> : null}
    </>
  );
}
