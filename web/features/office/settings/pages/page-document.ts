import * as z from "zod/mini";

const line = z.string().check(z.trim());
const reason = z.object({ title: line, text: line });
const clause = z.object({ anchor: z.string(), title: line, text: line });

/** The texts of the public pages as their form has them. */
export const pagesSchema = z.object({
  home: z.object({
    headline: line,
    lead: line,
    steps: z.array(z.object({ month: line, title: line, text: line })),
    reasons: z.array(reason),
  }),
  faq: z.array(z.object({ group: line, question: line, answer: line })),
  posts: z.array(
    z.object({
      slug: line,
      title: line,
      published: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "Please choose a day.")),
      picture: z.string(),
      summary: line,
      text: line,
    }),
  ),
  terms: z.array(clause),
  privacy: z.array(clause),
});

export type PagesValues = z.infer<typeof pagesSchema>;

export const PAGE_LABELS = {
  home: "Home",
  faq: "FAQ",
  posts: "Blog",
  terms: "Terms",
  privacy: "Privacy",
} as const;

const FIELD_LABELS: Record<string, string> = {
  headline: "Headline",
  lead: "Words below it",
  group: "Group",
  question: "Question",
  answer: "Answer",
  slug: "Address",
  title: "Title",
  published: "Day",
  picture: "Drawing",
  summary: "Summary",
  text: "Text",
  month: "When",
};

export const fieldLabel = (field: string) => FIELD_LABELS[field] ?? field;

export function pagesValues(document: Record<string, unknown>): PagesValues {
  return document as PagesValues;
}

/** The texts by what they are called, so that one that is put between others changes none of them. */
export function comparedPages(document: Record<string, unknown>): Record<string, unknown> {
  const { home, faq, posts, terms, privacy } = pagesValues(document);
  const named = <T>(
    page: keyof typeof PAGE_LABELS,
    every: readonly T[],
    name: (one: T) => string,
  ) => Object.fromEntries(every.map((one) => [`${PAGE_LABELS[page]}, ${name(one)}/`, one]));
  return {
    "Home/": { headline: home.headline, lead: home.lead },
    ...named("home", home.steps, ({ title }) => title),
    ...named("home", home.reasons, ({ title }) => title),
    ...named("faq", faq, ({ question }) => question),
    ...named("posts", posts, ({ title }) => title),
    ...named("terms", terms.map(worded), ({ title }) => title),
    ...named("privacy", privacy.map(worded), ({ title }) => title),
  };
}

const worded = ({ title, text }: PagesValues["terms"][number]) => ({ title, text });

/** The name of a value that changes: `FAQ, How does it work?/.answer`. */
export function pageLabel(path: string): string {
  const [what = "", field = ""] = path.split("/.");
  return `${what}: ${fieldLabel(field)}`;
}
