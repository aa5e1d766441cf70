import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { RichText } from "@components/site/rich-text";
import { Button } from "@components/ui/button";
import { PageHead } from "@features/marketing/page-head";
import { PageWithText } from "@features/marketing/page-with-text";
import { faqData } from "@features/marketing/structured-data";
import { pageMeta } from "@lib/site/page-meta";
import { textOf } from "@lib/site/page-text";
import { filled } from "@lib/site/page-values";
import type { PageTexts } from "@lib/site/published";
import { Plus } from "lucide-react";

type Faq = PageTexts["faq"];
type Question = Faq[number];

const PATH = "/faq";
const pick = ({ faq }: PageTexts) => faq;

export default function FaqPage() {
  return (
    <>
      <PageHead
        title="Questions before you pack"
        lead="For students who move out next week, and for parents who are a flight away."
        picture="card-index"
        pictureClassName="max-w-56 md:max-w-xs"
      />
      <PageWithText path={PATH} pick={pick}>
        {(questions) => <Questions questions={questions} />}
      </PageWithText>
      <section className="bg-mist py-12">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
          <h2 className="text-2xl">Still something in the way?</h2>
          <div className="flex flex-wrap gap-3">
            <Button asChild variant="secondary">
              <PageLink to="/contact">Ask us</PageLink>
            </Button>
            <BookNow />
          </div>
        </div>
      </section>
    </>
  );
}

function Questions({ questions }: { questions: Faq }) {
  const groups = [...new Map(questions.map(({ anchor, group }) => [anchor, group]))].map(
    ([id, title]) => ({ id, title, questions: questions.filter(({ anchor }) => anchor === id) }),
  );
  return (
    <div className="container-page section-y grid gap-10 md:grid-cols-[3fr_8fr] md:gap-14">
      <nav aria-label="Categories" className="md:sticky md:top-28 md:self-start">
        <ul className="grid">
          {groups.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-12">
        {groups.map(({ id, title, questions: ofGroup }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="mb-4 text-2xl">
              {title}
            </h2>
            <div className="border-t border-line">
              {ofGroup.map((one) => (
                <Answer key={one.question} {...one} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

/** One item of the accordion; the shared name lets the browser keep a single one open. */
function Answer({ question, html }: Question) {
  return (
    <details name="faq" className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3 text-lg leading-snug font-semibold hover:text-muted [&::-webkit-details-marker]:hidden">
        {filled(question)}
        <Plus
          aria-hidden="true"
          className="size-5 shrink-0 text-brick transition-transform group-open:rotate-45"
        />
      </summary>
      <RichText html={html} className="max-w-[66ch] pb-6 text-muted" />
    </details>
  );
}

export function meta() {
  return pageMeta(
    "FAQ",
    "How pickup, storage and return work, what may not be stored, what it costs and how claims are settled.",
    { path: PATH, picture: "scale", data: [faqData(textOf(PATH, pick) ?? [])] },
  );
}
