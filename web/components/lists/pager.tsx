import { AddressLink } from "@components/lists/address-link";
import { buttonStyles } from "@components/ui/button";
import { cn } from "@lib/cn";
import { PAGE_SIZE, pageParam, useAddress } from "@lib/lists/url-state";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import type { ReactNode } from "react";

const figures = new Intl.NumberFormat("en-CA");

/** A count with its noun: "1 booking", "10,000 bookings". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figures.format(count)} ${count === 1 ? one : many}`;
}

interface PagerProps {
  page: number;
  /** rows on all pages together */
  count: number;
  /** Read out as the name of the navigation. */
  label: string;
}

/** First, previous, next and last page as links, and which rows are shown. */
export function Pager({ page, count, label }: PagerProps) {
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const from = Math.min(count, (page - 1) * PAGE_SIZE + 1);
  const to = Math.min(count, page * PAGE_SIZE);
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="tabular text-muted">
        {count > 0
          ? `${figures.format(from)}–${figures.format(to)} of ${figures.format(count)}`
          : "\u00a0"}
      </p>
      <div className={cn("flex items-center gap-1.5", last === 1 && "hidden")}>
        <Step to={1} from={page} last={last} label="First page" className="max-sm:hidden">
          <ChevronsLeft aria-hidden="true" />
        </Step>
        <Step to={page - 1} from={page} last={last} label="Previous page">
          <ChevronLeft aria-hidden="true" />
        </Step>
        <span className="tabular px-2 whitespace-nowrap" aria-live="polite">
          Page {figures.format(page)} of {figures.format(last)}
        </span>
        <Step to={page + 1} from={page} last={last} label="Next page">
          <ChevronRight aria-hidden="true" />
        </Step>
        <Step to={last} from={page} last={last} label="Last page" className="max-sm:hidden">
          <ChevronsRight aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
}

interface StepProps {
  to: number;
  from: number;
  last: number;
  label: string;
  className?: string;
  children: ReactNode;
}

function Step({ to, from, last, label, className, children }: StepProps) {
  const { href } = useAddress();
  const styles = cn(buttonStyles({ variant: "secondary", size: "icon" }), className);
  if (to === from || to < 1 || to > last) {
    return (
      // A link that leads nowhere is no link; it stays in its place so that nothing moves.
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no address
      <a role="link" aria-disabled="true" aria-label={label} className={styles}>
        {children}
      </a>
    );
  }
  return (
    <AddressLink to={href({ page: pageParam(to) })} aria-label={label} className={styles}>
      {children}
    </AddressLink>
  );
}
