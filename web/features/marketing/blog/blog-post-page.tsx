import { Picture } from "@components/illustration/picture";
import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { postData } from "@features/marketing/structured-data";
import { pageMeta } from "@lib/site/page-meta";
import { Check } from "lucide-react";
import { Navigate, useParams } from "react-router";
import { minutesToRead, postBySlug, posts } from "./blog-posts";
import { PostCard, postDate } from "./post-card";
import type { Post, Section } from "./posts/post";

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
              <h1 className="display-1">{post.title}</h1>
              <p className="tabular text-sm text-muted">
                <time dateTime={post.published}>{postDate(post)}</time> · {minutesToRead(post)} min
                read
              </p>
            </div>
            <Picture eager name={post.slug} className="w-full rounded-t-card" />
          </div>
        </header>
        <div className="container-page grid gap-x-14 gap-y-10 py-12 md:grid-cols-[4fr_8fr] md:py-20">
          <Contents post={post} />
          <div className="grid gap-11">
            <p className="max-w-[52ch] text-xl">{post.summary}</p>
            {post.sections.map((section) => (
              <PostSection key={section.heading} {...section} />
            ))}
            <div className="flex flex-wrap items-center gap-3 border-t border-line pt-8">
              <BookNow />
              <Button asChild variant="secondary">
                <PageLink to="/pricing">View Pricing</PageLink>
              </Button>
            </div>
          </div>
        </div>
      </article>
      <NextPost post={post} />
    </>
  );
}

/** The anchor of a section: its heading in small letters. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]+/g, "-");
}

function Contents({ post }: { post: Post }) {
  return (
    <nav aria-label="In this post" className="max-md:hidden md:sticky md:top-24 md:self-start">
      <ol className="border-l-4 border-tape pl-4 text-sm">
        {post.sections.map(({ heading }) => (
          <li key={heading}>
            <a
              href={`#${anchorOf(heading)}`}
              className="flex min-h-10 items-center leading-tight underline-offset-4 hover:underline"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function PostSection({ heading, paragraphs = [], list = [], note, picture }: Section) {
  return (
    <section id={anchorOf(heading)} className="grid max-w-[66ch] gap-4">
      <h2 className="text-2xl">{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {picture ? <Picture name={picture} className="my-2 w-full max-w-sm" /> : null}
      {list.length ? (
        <ul className="grid gap-2.5">
          {list.map((text) => (
            <li key={text} className="grid grid-cols-[auto_1fr] gap-3">
              <span className="mt-1 grid size-5 place-items-center rounded-[5px] border-2 border-ink bg-tape">
                <Check aria-hidden="true" className="size-3" strokeWidth={4} />
              </span>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      {note ? (
        <p className="rounded-card border border-line bg-tape-soft px-5 py-4 font-semibold">
          {note}
        </p>
      ) : null}
    </section>
  );
}

function NextPost({ post }: { post: Post }) {
  const next = posts.filter(({ slug }) => slug !== post.slug);
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
  return pageMeta(post.title, post.summary, {
    path: `/blog/${post.slug}`,
    picture: post.slug,
    trail: [{ name: "Blog", path: "/blog" }],
    data: [postData(post)],
    type: "article",
  });
}
