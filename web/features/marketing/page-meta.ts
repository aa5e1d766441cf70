import type { MetaDescriptor } from "react-router";

/** Title, description and what a shared link shows; `title` without the name of the business. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title: `${title} · Summerstow` },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:site_name", content: "Summerstow" },
  ];
}
