import { siteUrl } from "@lib/site/config";
import { pageTitle } from "@lib/site/page-title";
import { business } from "@lib/site/published";
import type { MetaDescriptor } from "react-router";

const NAME = business.name;

export interface PageAddress {
  /** Its one address, such as "/faq": what search engines keep and shared links show. */
  path: string;
  /** The picture of a shared link, one of build-steps/pictures.ts. */
  picture?: string;
  /** An uploaded picture that goes before it, as a path of the site. */
  photo?: string | undefined;
  /** Pages between home and this one. */
  trail?: readonly { name: string; path: string }[];
  /** The name of this page in that trail; its title without one. */
  crumb?: string;
  /** What it is about, in schema.org's words. */
  data?: readonly object[];
  type?: "website" | "article";
}

/**
 * What search engines and shared links show of a page; `title` without the name of the business.
 * With an address also its canonical link, its picture, and its place below home.
 */
export function pageMeta(
  title: string,
  description: string,
  address?: PageAddress,
): MetaDescriptor[] {
  return [
    { title: title.startsWith(NAME) ? title : pageTitle(title) },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:site_name", content: NAME },
    { property: "og:locale", content: "en_CA" },
    ...(address ? addressed(title, address) : []),
  ];
}

function addressed(title: string, address: PageAddress): MetaDescriptor[] {
  const { path, photo, trail = [], crumb = title, data = [], type } = address;
  const picture = photo ?? sharePicture(address.picture ?? "home");
  const places = path === "/" ? [] : [{ name: "Home", path: "/" }, ...trail, { name: crumb, path }];
  return [
    { tagName: "link", rel: "canonical", href: absolute(path) },
    { property: "og:type", content: type ?? "website" },
    { property: "og:url", content: absolute(path) },
    { property: "og:image", content: absolute(picture) },
    ...(photo
      ? []
      : [
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
        ]),
    { name: "twitter:card", content: "summary_large_image" },
    ...data.map((one) => ({ "script:ld+json": linked(one) })),
    ...(places.length ? [{ "script:ld+json": linked(breadcrumbs(places)) }] : []),
  ];
}

/** An address of this site, whole. */
export function absolute(path: string): string {
  return `${siteUrl()}${path}`;
}

/** Where the picture of shared links to a page stands, 1200 by 630. */
export function sharePicture(name: string): string {
  return `/share/${name}.png`;
}

function breadcrumbs(places: readonly { name: string; path: string }[]) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: places.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
}

function linked(data: object) {
  return { "@context": "https://schema.org", ...data };
}
