import { pageMeta } from "@lib/site/page-meta";
import { business, type PageTexts } from "@lib/site/published";
import { DocumentPage } from "./document-page";
import { FeesAtAGlance } from "./fees-at-a-glance";

const PATH = "/terms";
const pick = ({ terms }: PageTexts) => terms;

export default function TermsPage() {
  return (
    <DocumentPage
      path={PATH}
      pick={pick}
      title="Terms & Conditions"
      lead="What you agree to when you book, with every fee and when it falls due. No fee is charged without the reason and the evidence for it."
      picture="scale"
      summary={(clauses) => <FeesAtAGlance clauses={clauses} />}
    />
  );
}

export function meta() {
  return pageMeta(
    "Terms & Conditions",
    `Every fee and limit of ${business.name}: pickup windows, heavy boxes, late cancellation, distance, insurance, claims and payment.`,
    { path: PATH },
  );
}
