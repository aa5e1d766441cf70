import { PageHead } from "@features/marketing/page-head";
import type { ReactNode } from "react";

export interface Clause {
  id: string;
  title: string;
  content: ReactNode;
}

/** A long text with numbered clauses and its contents beside them. */
export function DocumentPage({
  title,
  lead,
  picture,
  summary,
  clauses,
}: {
  title: string;
  lead: string;
  picture: "scale" | "key-on-tag";
  /** What matters most, above the clauses. */
  summary?: ReactNode;
  clauses: readonly Clause[];
}) {
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        picture={picture}
        pictureClassName="mb-0 max-w-36 md:max-w-52"
      />
      {summary}
      <div className="container-page section-y grid gap-10 md:grid-cols-[3fr_8fr] md:gap-14">
        <nav aria-label="Contents" className="md:sticky md:top-24 md:self-start">
          <ol className="grid text-sm">
            {clauses.map((clause, index) => (
              <li key={clause.id}>
                <a
                  href={`#${clause.id}`}
                  className="tabular flex min-h-11 items-center gap-3 hover:underline md:min-h-9"
                >
                  <span className="w-5 text-muted">{index + 1}</span>
                  {clause.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid gap-10">
          {clauses.map((clause, index) => (
            <section
              key={clause.id}
              id={clause.id}
              aria-labelledby={`${clause.id}-title`}
              className="grid max-w-[68ch] gap-3 [&_li]:ml-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-2"
            >
              <h2 id={`${clause.id}-title`} className="tabular text-xl">
                {index + 1}. {clause.title}
              </h2>
              {clause.content}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
