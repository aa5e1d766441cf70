import { pageMeta } from "@lib/site/page-meta";
import { business, type PageTexts } from "@lib/site/published";
import { DocumentPage } from "./document-page";

const PATH = "/privacy";
const pick = ({ privacy }: PageTexts) => privacy;

export default function PrivacyPage() {
  return (
    <DocumentPage
      path={PATH}
      pick={pick}
      title="Privacy"
      lead="What we know about you, why, and how to see, correct or delete it."
      picture="key-on-tag"
    />
  );
}

export function meta() {
  return pageMeta(
    "Privacy",
    `Which data ${business.name} asks for and why, who sees it, how long it is kept, and your rights under British Columbia's privacy law.`,
    { path: PATH },
  );
}
