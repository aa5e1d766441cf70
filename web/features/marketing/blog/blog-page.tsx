import { PageHead } from "@features/marketing/page-head";
import { pageMeta } from "@lib/site/page-meta";
import { pages } from "@lib/site/published";
import { PostCard } from "./post-card";

export default function BlogPage() {
  return (
    <>
      <PageHead
        title="From the packing table"
        lead="What we learned from carrying other people's rooms down the stairs."
        picture="packing-table"
      />
      <div className="container-page section-y grid items-start gap-6 md:grid-cols-[7fr_5fr]">
        {pages.posts.map((post) => (
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
    { path: "/blog", picture: "student-storage-hassle-free" },
  );
}
