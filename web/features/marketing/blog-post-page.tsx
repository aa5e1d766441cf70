import { BookNow } from "@components/book-now";
import { IsoScene } from "@components/illustration/iso-scene";
import { PageLink } from "@components/page-link";
import { Check } from "lucide-react";
import { Navigate, useParams } from "react-router";
import { minutesToRead, type Post, postBySlug, posts, type Section } from "./blog-posts";
import { pageMeta } from "./page-meta";
import { PostCard, postDate } from "./post-card";
import { blogCovers } from "./scenes/blog-covers";

export default function BlogPostPage() {
  const { slug } = useParams();
  const post = postBySlug(slug);
  if (!post) return <Navigate to="/blog" replace />;
  const cover = blogCovers[post.slug];
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
            {cover ? (
              <IsoScene scene={cover} className="h-auto w-full overflow-hidden rounded-t-card" />
            ) : null}
          </div>
        </header>
        <div className="container-page grid gap-10 py-12 md:py-16">
          <p className="max-w-[60ch] text-xl">{post.summary}</p>
          {post.sections.map((section) => (
            <PostSection key={section.heading} {...section} />
          ))}
          <div>
            <BookNow />
          </div>
        </div>
      </article>
      <NextPost post={post} />
    </>
  );
}

function PostSection({ heading, paragraphs = [], list = [] }: Section) {
  return (
    <section className="grid max-w-[66ch] gap-4">
      <h2 className="text-2xl">{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
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
        <div className="grid gap-8 md:grid-cols-2">
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
  return [
    ...pageMeta(post.title, post.summary),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        headline: post.title,
        description: post.summary,
        datePublished: post.published,
        author: { "@type": "Organization", name: "Summerstow" },
      },
    },
  ];
}
