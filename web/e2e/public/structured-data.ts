import { z } from "zod";

/**
 * What search engines need of the kinds of things that our pages describe: schema.org's properties
 * that are required, or recommended and used here, each of its own kind. A property that is not
 * listed fails too, so that a misspelt one is found.
 */

const address = z.url().regex(/^https?:\/\/[^/]+(\/[^\s]*)?$/);
const words = z.string().trim().min(2);
const day = z.iso.date();

const PostalAddress = z.strictObject({
  "@type": z.literal("PostalAddress"),
  streetAddress: words,
  addressLocality: words,
  addressRegion: z.literal("BC"),
  postalCode: z.string().regex(/^[A-Z]\d[A-Z] \d[A-Z]\d$/),
  addressCountry: z.literal("CA"),
});

const LocalBusiness = z.strictObject({
  "@type": z.literal("LocalBusiness"),
  "@id": address,
  name: words,
  url: address,
  image: address,
  email: z.email(),
  telephone: z.string().regex(/^\+1-\d{3}-\d{3}-\d{4}$/),
  openingHours: z.string().regex(/^Mo-Su \d\d:00-\d\d:00$/),
  sameAs: z.array(address).min(1),
  address: z.array(PostalAddress).length(3),
});

const Offer = z.strictObject({
  "@type": z.literal("Offer"),
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.literal("CAD"),
  url: address,
  availability: z.literal("https://schema.org/InStock"),
});

const Organization = z.strictObject({
  "@type": z.literal("Organization"),
  name: words,
  url: address,
});

const linked = { "@context": z.literal("https://schema.org") };

const Service = z.strictObject({
  ...linked,
  "@type": z.literal("Service"),
  "@id": address,
  name: words,
  serviceType: words,
  url: address,
  areaServed: z
    .array(z.strictObject({ "@type": z.literal("CollegeOrUniversity"), name: words, url: address }))
    .length(3),
  provider: LocalBusiness,
  offers: Offer,
});

const FaqPage = z.strictObject({
  ...linked,
  "@type": z.literal("FAQPage"),
  mainEntity: z
    .array(
      z.strictObject({
        "@type": z.literal("Question"),
        name: words.endsWith("?"),
        acceptedAnswer: z.strictObject({
          "@type": z.literal("Answer"),
          text: z.string().min(20),
        }),
      }),
    )
    .min(9),
});

const BlogPosting = z.strictObject({
  ...linked,
  "@type": z.literal("BlogPosting"),
  // Search results cut what is longer.
  headline: words.max(110),
  description: z.string().min(50),
  image: address,
  datePublished: day,
  dateModified: day,
  inLanguage: z.literal("en-CA"),
  mainEntityOfPage: address,
  author: Organization,
  publisher: Organization,
});

const BreadcrumbList = z.strictObject({
  ...linked,
  "@type": z.literal("BreadcrumbList"),
  itemListElement: z
    .array(
      z.strictObject({
        "@type": z.literal("ListItem"),
        position: z.int().positive(),
        name: words,
        item: address,
      }),
    )
    .min(2)
    .refine((items) => items.every(({ position }, index) => position === index + 1), "positions"),
});

const Thing = z.discriminatedUnion("@type", [Service, FaqPage, BlogPosting, BreadcrumbList]);

export type Thing = z.infer<typeof Thing>;

/**
 * The things that a page describes, in its order.
 * @throws when one is not as it must be.
 */
export function thingsIn(html: string): Thing[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, text]) => Thing.parse(JSON.parse(text ?? "")));
}

/** The first thing of a kind that a page describes. */
export function thing<Kind extends Thing["@type"]>(
  html: string,
  kind: Kind,
): Extract<Thing, { "@type": Kind }> | undefined {
  return thingsIn(html).find(
    (one): one is Extract<Thing, { "@type": Kind }> => one["@type"] === kind,
  );
}
