import { checklist } from "./posts/checklist";
import { hassleFree } from "./posts/hassle-free";
import type { Post } from "./posts/post";

/** The posts, newest first. */
export const posts: readonly Post[] = [hassleFree, checklist];

export function postBySlug(slug: string | undefined): Post | undefined {
  return posts.find((post) => post.slug === slug);
}

/** Whole minutes to read it, at 200 words a minute. */
export function minutesToRead({ summary, sections }: Post): number {
  const texts = sections.flatMap(({ heading, paragraphs = [], list = [], note = "" }) => [
    heading,
    ...paragraphs,
    ...list,
    note,
  ]);
  const words = [summary, ...texts].join(" ").split(/\s+/).length;
  return Math.max(1, Math.round(words / 200));
}
