import { absolute, sharePicture } from "@lib/site/page-meta";
import { filled, wordsOf } from "@lib/site/page-values";
import {
  business,
  type PageTexts,
  type PostCard,
  pricing,
  shownCampuses,
} from "@lib/site/published";

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
export function faqData(questions: PageTexts["faq"]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, html }) => ({
      "@type": "Question",
      name: filled(question),
      acceptedAnswer: { "@type": "Answer", text: wordsOf(html) },
    })),
  };
}

/** A post of the blog. */
export function postData({ slug, title, summary, published, picture }: PostCard) {
  const author = { "@type": "Organization", name: business.name, url: absolute("/") };
  return {
    "@type": "BlogPosting",
    headline: filled(title),
    description: filled(summary),
    image: absolute(sharePicture(picture)),
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
