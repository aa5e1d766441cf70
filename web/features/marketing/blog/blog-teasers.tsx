import { PageLink } from "@components/site/page-link";
import { pages } from "@lib/site/published";
import { PostCard } from "./post-card";

/** The newest posts; nothing without any. */
export function BlogTeasers() {
  if (!pages.posts.length) return null;
  return (
    <section className="section-y" aria-labelledby="blog">
      <div className="container-page grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <h2 id="blog" className="text-3xl md:text-4xl">
            Before you start packing
          </h2>
          <PageLink
            to="/blog"
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            All posts
          </PageLink>
        </div>
        <div className="grid gap-6 md:grid-cols-[7fr_5fr]">
          {pages.posts.slice(0, 2).map((post) => (
            <PostCard key={post.slug} post={post} heading="h3" />
          ))}
        </div>
      </div>
    </section>
  );
}
