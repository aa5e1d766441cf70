import { absolute, sharePicture } from "@lib/site/page-meta";
import { business, pricing, shownCampuses } from "@lib/site/published";
import type { Post } from "./blog/posts/post";
import type { Question } from "./faq/faq-content";

/** What pages are about, in schema.org's words; the context and the breadcrumbs are pageMeta's. */

const TELEPHONE = `+1-${business.phone.replace(/\D+/g, "-").replace(/^-|-$/g, "")}`;

/** The business for search engines: a service, its three addresses and its offer. */
export function serviceData() {
  return {
    "@type": "Service",
    "@id": absolute("/#service"),
    name: `${business.name} student storage`,
    serviceType: "Student storage and moving",
    url: absolute("/"),
    areaServed: shownCampuses.map(({ name, slug }) => ({
      "@type": "CollegeOrUniversity",
      name,
      url: absolute(`/${slug}`),
    })),
    provider: {
      "@type": "LocalBusiness",
      "@id": absolute("/#business"),
      name: business.name,
      url: absolute("/"),
      image: absolute(sharePicture("home")),
      email: business.email,
      telephone: TELEPHONE,
      openingHours: openingHours(),
      sameAs: business.social.map(({ url }) => url),
      address: shownCampuses.map(({ address }) => ({
        "@type": "PostalAddress",
        streetAddress: address.street,
        addressLocality: address.city,
        addressRegion: address.region,
        postalCode: address.postal_code,
        addressCountry: "CA",
      })),
    },
    offers: {
      "@type": "Offer",
      price: pricing.structured_data_offer,
      priceCurrency: pricing.currency,
      url: absolute("/pricing"),
      availability: "https://schema.org/InStock",
    },
  };
}

/** Questions with their answers. */
export function faqData(questions: readonly Question[]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer, list = [] }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answerText(answer, list) },
    })),
  };
}

/** An answer as one text, the things of its list with it. */
function answerText(answer: readonly string[], list: readonly string[]): string {
  return [answer.join(" "), list.join("; ")].filter(Boolean).join(" ");
}

/** A post of the blog. */
export function postData({ slug, title, summary, published }: Post) {
  const author = { "@type": "Organization", name: business.name, url: absolute("/") };
  return {
    "@type": "BlogPosting",
    headline: title,
    description: summary,
    image: absolute(sharePicture(slug)),
    datePublished: published,
    dateModified: published,
    inLanguage: "en-CA",
    mainEntityOfPage: absolute(`/blog/${slug}`),
    author,
    publisher: author,
  };
}

/** "8:00 AM - 10:00 PM" in schema.org's form; none for hours in other words. */
function openingHours(): string | undefined {
  const times = [...business.hours.matchAll(/(\d{1,2}):(\d\d) (AM|PM)/g)].map(
    ([, hour, minutes, half]) =>
      `${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:${minutes}`,
  );
  return times.length === 2 ? `Mo-Su ${times.join("-")}` : undefined;
}
