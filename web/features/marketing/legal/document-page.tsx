import { RichText } from "@components/site/rich-text";
import { PageHead } from "@features/marketing/page-head";
import { PageWithText } from "@features/marketing/page-with-text";
import { filled } from "@lib/site/page-values";
import type { PageText, PageTexts } from "@lib/site/published";
import type { ReactNode } from "react";

interface DocumentPageProps {
  path: string;
  pick: (texts: PageTexts) => readonly PageText[];
  title: string;
  lead: string;
  picture: "scale" | "key-on-tag";
  /** What matters most, above the clauses. */
  summary?: (clauses: readonly PageText[]) => ReactNode;
}

/** A long text with numbered clauses and its contents beside them. */
export function DocumentPage({ path, pick, title, lead, picture, summary }: DocumentPageProps) {
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        picture={picture}
        pictureClassName="mb-0 max-w-36 md:max-w-52"
      />
      <PageWithText path={path} pick={pick}>
        {(clauses) => (
          <>
            {summary?.(clauses)}
            <Clauses clauses={clauses} />
          </>
        )}
      </PageWithText>
    </>
  );
}

function Clauses({ clauses }: { clauses: readonly PageText[] }) {
  return (
    <div className="container-page section-y grid gap-10 md:grid-cols-[3fr_8fr] md:gap-14">
      <nav aria-label="Contents" className="md:sticky md:top-24 md:self-start">
        <ol className="grid text-sm">
          {clauses.map(({ anchor, title }, index) => (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                className="tabular flex min-h-11 items-center gap-3 hover:underline md:min-h-9"
              >
                <span className="w-5 text-muted">{index + 1}</span>
                {filled(title)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid gap-10">
        {clauses.map(({ anchor, title, html }, index) => (
          <section
            key={anchor}
            id={anchor}
            aria-labelledby={`${anchor}-title`}
            className="grid max-w-[68ch] gap-3"
          >
            <h2 id={`${anchor}-title`} className="tabular text-xl">
              {index + 1}. {filled(title)}
            </h2>
            <RichText html={html} />
          </section>
        ))}
      </div>
    </div>
  );
}
