import { posts } from "./blog-posts";
import { PageHead } from "./page-head";
import { pageMeta } from "./page-meta";
import { PostCard } from "./post-card";

export default function BlogPage() {
  return (
    <>
      <PageHead
        title="From the packing table"
        lead="What we learned from carrying other people's rooms down the stairs."
      />
      <div className="container-page section-y grid items-start gap-8 md:grid-cols-2">
        {posts.map((post) => (
          <PostCard key={post.slug} post={post} />
        ))}
      </div>
    </>
  );
}

export function meta() {
  return pageMeta(
    "Blog",
    "How to pack, what to store and what to leave: short guides to moving out of a student room.",
  );
}
