import type { Prices } from "@lib/site/fact-words";
import { filled, valuesOf } from "@lib/site/page-values";
import type { PageText } from "@lib/site/published";
import { RichText } from "./rich-text";

/** The terms of a booking as the server sends them. */
export interface Agreed {
  clauses: readonly PageText[];
  pricing: Record<string, unknown>;
  terms: Record<string, unknown>;
}

/** The clauses with the prices of a booking. */
export default function Clauses({ agreed: { clauses, ...prices } }: { agreed: Agreed }) {
  const values = valuesOf(prices as unknown as Prices);
  return (
    <ol className="grid gap-6 text-sm">
      {clauses.map(({ anchor, title, html }, place) => (
        <li key={anchor} className="grid gap-2">
          <h3 className="tabular text-base">
            {place + 1}. {filled(title, values)}
          </h3>
          <RichText html={html} values={values} />
        </li>
      ))}
    </ol>
  );
}
