import { Picture, type PictureProps } from "@components/illustration/picture";
import { PageLink } from "@components/site/page-link";
import { formatDay } from "@lib/format/dates";
import { filled } from "@lib/site/page-values";
import type { PostCard as Post } from "@lib/site/published";

/** A post as a tag with its cover; the whole card is the link. */
export function PostCard({ post, heading: Heading = "h2" }: { post: Post; heading?: "h2" | "h3" }) {
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-sheet hover:border-ink">
      <Picture name={coverOf(post)} className="h-52 w-full object-cover sm:h-72" />
      <div className="grid gap-3 p-5 sm:p-6">
        <p className="tabular text-sm text-muted">
          <time dateTime={post.published}>{postDate(post)}</time> · {post.minutes} min read
        </p>
        <Heading className="text-2xl">
          <PageLink
            to={`/blog/${post.slug}`}
            className="decoration-tape decoration-4 underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-card"
          >
            {filled(post.title)}
          </PageLink>
        </Heading>
        <p className="max-w-[60ch] text-sm text-muted">{filled(post.summary)}</p>
      </div>
    </article>
  );
}

/** Its drawing. */
export function coverOf({ picture }: Post) {
  return picture as PictureProps["name"];
}

/** "June 17, 2024". */
export function postDate({ published }: Post): string {
  return formatDay(published, "long").replace(/^[^,]+, /, "");
}
