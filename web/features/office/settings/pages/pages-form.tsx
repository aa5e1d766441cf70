import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import { Textarea } from "@components/ui/textarea";
import covers from "@facts/covers.json";
import type {
  FieldsProps,
  PreviewProps,
  SectionKind,
} from "@features/office/settings/section-page";
import { filled, pageValues } from "@lib/site/page-values";
import { useState } from "react";
import { HomeFields } from "./home-fields";
import {
  comparedPages,
  fieldLabel,
  PAGE_LABELS,
  type PagesValues,
  pageLabel,
  pagesSchema,
  pagesValues,
} from "./page-document";
import { TextField } from "./text-field";
import { TextList } from "./text-list";

type Page = keyof typeof PAGE_LABELS;

/** What the public pages say. */
export const PAGES: SectionKind<PagesValues> = {
  section: "pages",
  title: "Pages",
  words:
    "What the home page, FAQ, blog, terms and privacy page say. Prices, dates and hours are named as values, so that they are always those that hold.",
  schema: pagesSchema,
  valuesOf: pagesValues,
  documentOf: (values) => values,
  compared: comparedPages,
  labelOf: pageLabel,
  Fields: PagesForm,
  Preview: PagesPreview,
};

function PagesForm({ form, problemOf }: FieldsProps<PagesValues>) {
  const [chosenPage, setOpen] = useState<Page>("home");
  const values = form.watch();
  const isWrong = (page: Page) => holdsProblem(values[page], page, problemOf);
  const wrong = (Object.keys(PAGE_LABELS) as Page[]).filter(isWrong);
  // Where the page that is open is right, the first that is not is shown.
  const open = wrong.length && !wrong.includes(chosenPage) ? (wrong[0] ?? chosenPage) : chosenPage;
  return (
    <>
      <nav aria-label="Pages" className="flex flex-wrap gap-2">
        {(Object.keys(PAGE_LABELS) as Page[]).map((page) => (
          <Button
            key={page}
            size="sm"
            variant={page === open ? "primary" : "secondary"}
            aria-pressed={page === open}
            onClick={() => setOpen(page)}
          >
            {PAGE_LABELS[page]}
          </Button>
        ))}
      </nav>
      {open === "home" ? <HomeFields form={form} problemOf={problemOf} /> : null}
      {open === "faq" ? <Questions form={form} problemOf={problemOf} /> : null}
      {open === "posts" ? <Posts form={form} problemOf={problemOf} /> : null}
      {open === "terms" || open === "privacy" ? (
        <Clauses key={open} page={open} form={form} problemOf={problemOf} />
      ) : null}
      <details className="text-sm">
        <summary className="cursor-pointer font-semibold">Values that a text can name</summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
          {pageValues.map(({ name, words, now }) => (
            <div key={name} className="contents">
              <dt className="font-mono">{`{{ ${name} }}`}</dt>
              <dd className="text-muted wrap-anywhere">
                {words}: {now}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Questions({ form, problemOf }: FieldsProps<PagesValues>) {
  const questions = form.watch("faq");
  return (
    <TextList
      one="question"
      value={questions}
      onChange={(next) => form.setValue("faq", next, { shouldDirty: true })}
      labelOf={({ group, question }) => `${group}: ${question}`}
      added={(open) => ({ group: open?.group ?? "", question: "", answer: "" })}
      isWrong={(place) => holdsProblem(questions[place], `faq.${place}`, problemOf)}
    >
      {({ group, question, answer }, change, place) => (
        <>
          <Field
            label={fieldLabel("group")}
            hint="Questions of a group stand together."
            error={problemOf(`faq.${place}.group`)}
          >
            <Input value={group} onChange={({ target }) => change({ group: target.value })} />
          </Field>
          <Field label={fieldLabel("question")} error={problemOf(`faq.${place}.question`)}>
            <Input value={question} onChange={({ target }) => change({ question: target.value })} />
          </Field>
          <TextField
            key={place}
            label={fieldLabel("answer")}
            value={answer}
            onChange={(next) => change({ answer: next })}
            error={problemOf(`faq.${place}.answer`)}
          />
        </>
      )}
    </TextList>
  );
}

function Clauses({
  page,
  form,
  problemOf,
}: FieldsProps<PagesValues> & { page: "terms" | "privacy" }) {
  const clauses = form.watch(page);
  return (
    <TextList
      one="clause"
      value={clauses}
      onChange={(next) => form.setValue(page, next, { shouldDirty: true })}
      labelOf={({ title }) => title}
      added={() => ({ anchor: "", title: "", text: "" })}
      isWrong={(place) => holdsProblem(clauses[place], `${page}.${place}`, problemOf)}
    >
      {({ title, text }, change, place) => (
        <>
          <Field label={fieldLabel("title")} error={problemOf(`${page}.${place}.title`)}>
            <Input value={title} onChange={({ target }) => change({ title: target.value })} />
          </Field>
          <TextField
            key={place}
            label={fieldLabel("text")}
            value={text}
            onChange={(next) => change({ text: next })}
            error={problemOf(`${page}.${place}.text`)}
          />
        </>
      )}
    </TextList>
  );
}

const COVERS = covers.map((name) => ({ value: name, label: name.replaceAll("-", " ") }));

function Posts({ form, problemOf }: FieldsProps<PagesValues>) {
  const posts = form.watch("posts");
  return (
    <TextList
      one="post"
      ordered={false}
      value={posts}
      onChange={(next) => form.setValue("posts", next, { shouldDirty: true })}
      labelOf={({ title }) => title}
      added={() => ({
        slug: "",
        title: "",
        published: "",
        picture: COVERS[0]?.value ?? "",
        summary: "",
        text: "",
      })}
      isWrong={(place) => holdsProblem(posts[place], `posts.${place}`, problemOf)}
    >
      {(post, change, place) => {
        const error = (field: string) => problemOf(`posts.${place}.${field}`);
        return (
          <>
            <Field label={fieldLabel("title")} error={error("title")}>
              <Input
                value={post.title}
                onChange={({ target }) => change({ title: target.value })}
              />
            </Field>
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <Field
                label={fieldLabel("slug")}
                hint="Such as moving-out: /blog/moving-out."
                error={error("slug")}
              >
                <Input
                  autoComplete="off"
                  value={post.slug}
                  onChange={({ target }) => change({ slug: target.value })}
                />
              </Field>
              <Field
                label={fieldLabel("published")}
                hint="The newest post stands first."
                error={error("published")}
              >
                <DatePicker
                  value={post.published}
                  onChange={(published) => change({ published })}
                />
              </Field>
              <Field label={fieldLabel("picture")} error={error("picture")}>
                <Select
                  options={COVERS}
                  value={post.picture}
                  onValueChange={(picture) => change({ picture })}
                />
              </Field>
            </div>
            <Field label={fieldLabel("summary")} error={error("summary")}>
              <Textarea
                rows={2}
                value={post.summary}
                onChange={({ target }) => change({ summary: target.value })}
              />
            </Field>
            <TextField
              key={place}
              sections
              label={fieldLabel("text")}
              value={post.text}
              onChange={(text) => change({ text })}
              error={error("text")}
            />
          </>
        );
      }}
    </TextList>
  );
}

/** How the site will greet its visitors, and how much there is to read. */
function PagesPreview({ document }: PreviewProps) {
  const { home, faq, posts, terms, privacy } = pagesValues(document);
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-sheet p-4 text-sm wrap-anywhere">
      <p className="text-lg font-semibold">{filled(home.headline)}</p>
      <p className="text-muted">{filled(home.lead)}</p>
      <p>
        {faq.length} questions, {posts.length} {posts.length === 1 ? "post" : "posts"},{" "}
        {terms.length} clauses of the terms, {privacy.length} of privacy.
      </p>
    </div>
  );
}

/** Whether a value below a path is marked. */
function holdsProblem(
  value: unknown,
  path: string,
  problemOf: (path: string) => string | undefined,
): boolean {
  if (problemOf(path)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => holdsProblem(inner, `${path}.${key}`, problemOf))
  );
}
