import type { SharedPlan } from "@api/commands.types";
import { formatCents } from "@lib/format/money";
import { ShareTable } from "./share-table";

/** What one pays of the bundle: as it is listed or counted, else for each bundle that it may be. */
export function OwnShare({ plan }: { plan: SharedPlan }) {
  const { share, people, possible } = plan;
  if (!share)
    return (
      <div className="grid gap-3">
        <p>
          Our crew's count at pickup sets the bundle.{" "}
          {people.length === 1
            ? "Alone you pay the full price. Each friend who joins lowers your share."
            : `Shared by ${people.length}, you pay:`}
        </p>
        <ShareTable possible={possible} />
      </div>
    );
  const extras = share.extras.filter(({ monthly }) => monthly);
  const once = share.extras.filter(({ monthly }) => !monthly);
  return (
    <section aria-label="Your share" className="grid gap-2 rounded-card bg-mist p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">Your share</p>
        <p className="tabular font-display text-2xl font-bold">
          {formatCents(share.share_cents + share.tax_cents)}
          <span className="font-sans text-sm font-normal text-muted"> a month with tax</span>
        </p>
      </div>
      <p className="text-muted">
        {share.plan} at {formatCents(share.monthly_cents)} a month before tax
        {people.length > 1
          ? `, shared by ${people.length}: ${formatCents(share.share_cents)} and tax.`
          : ". Each friend who joins lowers your share."}{" "}
        {share.counted
          ? "Counted at the pickup."
          : "For the items that are listed. Our crew's count at pickup is final."}
      </p>
      {share.extras.length > 0 ? (
        <ul
          aria-label="For your own items"
          className="grid gap-1 border-t border-line pt-2 text-sm"
        >
          {[...extras, ...once].map(({ words, monthly, cents }) => (
            <li key={words} className="flex flex-wrap justify-between gap-x-4">
              <span>{words}</span>
              <span className="tabular font-semibold">
                {formatCents(cents)} {monthly ? "a month" : "once"}, and tax
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
