import { type ReactNode, useId } from "react";

export interface FactsProps {
  title: string;
  className?: string;
  children: ReactNode;
}

/** A titled list of facts of one thing: a term and what is known of it, line by line. */
export function Facts({ title, className, children }: FactsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="border-b-2 border-ink pb-2 text-lg">
        {title}
      </h3>
      <dl>{children}</dl>
    </section>
  );
}

/** A line of `Facts`. Its terms are 9rem wide, or what `--term` above it says. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[var(--term,9rem)_minmax(0,1fr)] gap-3 border-b border-dashed border-line py-2 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular font-medium whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
