import { Picture } from "@components/illustration/picture";
import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { RichText } from "@components/site/rich-text";
import { Button } from "@components/ui/button";
import { PageWithText } from "@features/marketing/page-with-text";
import { postData } from "@features/marketing/structured-data";
import { cn } from "@lib/cn";
import { pageMeta } from "@lib/site/page-meta";
import { filled } from "@lib/site/page-values";
import { type PageText, type PageTexts, type PostCard as Post, pages } from "@lib/site/published";
import { Navigate, useParams } from "react-router";
import { coverOf, PostCard, postDate } from "./post-card";

export default function BlogPostPage() {
  const { slug } = useParams();
  const post = postBySlug(slug);
  if (!post) return <Navigate to="/blog" replace />;
  return (
    <>
      <article>
        <header className="bg-mist">
          <div className="container-page grid items-end gap-x-12 gap-y-8 pt-10 md:grid-cols-[7fr_5fr] md:pt-16">
            <div className="grid justify-items-start gap-4 md:pb-16">
              <PageLink
                to="/blog"
                className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
              >
                All posts
              </PageLink>
              <h1 className="display-1">{filled(post.title)}</h1>
              <p className="tabular text-sm text-muted">
                <time dateTime={post.published}>{postDate(post)}</time> · {post.minutes} min read
              </p>
            </div>
            <Picture eager name={coverOf(post)} className="w-full rounded-t-card" />
          </div>
        </header>
        <PageWithText path={`/blog/${post.slug}`} pick={({ posts }: PageTexts) => posts[post.slug]}>
          {(sections) => (
            <div className="container-page grid gap-x-14 gap-y-10 py-12 md:grid-cols-[4fr_8fr] md:py-20">
              <Contents sections={sections.filter(({ title }) => title)} />
              <div className="grid gap-11">
                <p className="max-w-[52ch] text-xl">{filled(post.summary)}</p>
                {sections.map((section) => (
                  <PostSection key={section.anchor} {...section} />
                ))}
                <div className="flex flex-wrap items-center gap-3 border-t border-line pt-8">
                  <BookNow />
                  <Button asChild variant="secondary">
                    <PageLink to="/pricing">View Pricing</PageLink>
                  </Button>
                </div>
              </div>
            </div>
          )}
        </PageWithText>
      </article>
      <NextPost post={post} />
    </>
  );
}

function Contents({ sections }: { sections: readonly PageText[] }) {
  return (
    <nav aria-label="In this post" className="max-md:hidden md:sticky md:top-24 md:self-start">
      <ol className="border-l-4 border-tape pl-4 text-sm">
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="flex min-h-10 items-center leading-tight underline-offset-4 hover:underline"
            >
              {filled(title)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Lists are ticked off, and a quote is a sentence to remember. */
const POST = cn(
  "gap-4 [&_ul]:gap-2.5 [&_ul>li]:relative [&_ul>li]:ml-0 [&_ul>li]:list-none [&_ul>li]:pl-8",
  "[&_ul>li]:before:absolute [&_ul>li]:before:top-0.5 [&_ul>li]:before:left-0 [&_ul>li]:before:grid [&_ul>li]:before:size-5 [&_ul>li]:before:place-items-center [&_ul>li]:before:rounded-[5px] [&_ul>li]:before:border-2 [&_ul>li]:before:border-ink [&_ul>li]:before:bg-tape [&_ul>li]:before:text-xs [&_ul>li]:before:font-bold [&_ul>li]:before:content-['✓'/'']",
  "[&_blockquote]:rounded-card [&_blockquote]:border [&_blockquote]:border-line [&_blockquote]:bg-tape-soft [&_blockquote]:px-5 [&_blockquote]:py-4 [&_blockquote]:font-semibold",
);

function PostSection({ anchor, title, html }: PageText) {
  return (
    <section id={anchor} className="grid max-w-[66ch] gap-4">
      {title ? <h2 className="text-2xl">{filled(title)}</h2> : null}
      <RichText html={html} className={POST} />
    </section>
  );
}

function postBySlug(slug: string | undefined): Post | undefined {
  return pages.posts.find((post) => post.slug === slug);
}

function NextPost({ post }: { post: Post }) {
  const next = pages.posts.filter(({ slug }) => slug !== post.slug).slice(0, 2);
  if (!next.length) return null;
  return (
    <aside aria-labelledby="next" className="section-y border-t border-line bg-mist">
      <div className="container-page grid gap-6">
        <h2 id="next" className="text-2xl">
          Read next
        </h2>
        <div className="grid gap-8 md:max-w-xl">
          {next.map((one) => (
            <PostCard key={one.slug} post={one} heading="h3" />
          ))}
        </div>
      </div>
    </aside>
  );
}

export function meta({ params }: { params: { slug?: string } }) {
  const post = postBySlug(params.slug);
  if (!post) return pageMeta("Blog", "Short guides to moving out of a student room.");
  return pageMeta(filled(post.title), filled(post.summary), {
    path: `/blog/${post.slug}`,
    picture: post.picture,
    trail: [{ name: "Blog", path: "/blog" }],
    data: [postData(post)],
    type: "article",
  });
}
