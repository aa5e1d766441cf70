import { WithContacts } from "@components/site/contact-us";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import type { Step } from "@features/booking/answers/answers";
import { RESUME } from "@lib/site/booking-launcher";
import { business } from "@lib/site/published";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { FALLBACK_MESSAGE, type SubmissionError } from "./submit-booking";

/** The red box: the server's words, and the way to mend it. Everything typed stays, and it has the focus. */
export function SubmissionAlert({
  failure,
  onMend,
}: {
  failure: SubmissionError;
  onMend: (step: Step) => void;
}) {
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { message, remedy, signIn, changeDate } = failure;
  // The message names the nearest one already.
  const alternatives = failure.alternatives.filter((window) => !message.includes(window));
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="grid gap-3 rounded-2xl border border-brick bg-brick-soft p-4 text-sm text-brick-text"
    >
      <p className="flex items-start gap-2.5 font-medium">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <WithContacts>{message || FALLBACK_MESSAGE}</WithContacts>
        </span>
      </p>
      {alternatives.length > 0 ? (
        <div className="grid gap-1 pl-7.5 text-ink">
          <p className="font-semibold">Also free:</p>
          <ul className="tabular grid gap-0.5">
            {alternatives.map((window) => (
              <li key={window}>{window}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {remedy || signIn || changeDate ? (
        <div className="flex flex-wrap gap-2 pl-7.5">
          {remedy ? (
            <Button variant="secondary" onClick={() => onMend(remedy.step)}>
              {remedy.label}
            </Button>
          ) : null}
          {changeDate ? (
            <Button asChild variant="secondary">
              <PageLink to="/customer-dashboard">Change the date in My Storage</PageLink>
            </Button>
          ) : null}
          {signIn ? (
            <Button asChild variant="link">
              <PageLink
                to="/auth"
                state={{ from: { pathname, search: `?${RESUME.name}=${RESUME.value}` } }}
              >
                Sign in
              </PageLink>
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="pl-7.5 text-ink">
          <WithContacts>
            {`Everything you typed is still here. If it fails again, call ${business.phone} or write to ${business.email}.`}
          </WithContacts>
        </p>
      )}
    </div>
  );
}
