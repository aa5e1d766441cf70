import { pageMeta } from "@lib/site/page-meta";
import { business } from "@lib/site/published";
import { DocumentPage } from "./document-page";
import { FeesAtAGlance } from "./fees-at-a-glance";
import { clauses } from "./terms-clauses";

export default function TermsPage() {
  return (
    <DocumentPage
      title="Terms & Conditions"
      lead="What you agree to when you book, with every fee and when it falls due. No fee is charged without the reason and the evidence for it."
      picture="scale"
      summary={<FeesAtAGlance />}
      clauses={clauses}
    />
  );
}

export function meta() {
  return pageMeta(
    "Terms & Conditions",
    `Every fee and limit of ${business.name}: pickup windows, heavy boxes, late cancellation, distance, insurance, claims and payment.`,
    { path: "/terms" },
  );
}
