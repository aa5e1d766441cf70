import campuses from "@facts/campuses.json";
import contact from "@facts/contact.json";
import pricing from "@facts/pricing.json";

/** The business for search engines: a service, its three addresses and its offer. */
export const serviceData = {
  "@context": "https://schema.org",
  "@type": "Service",
  name: `${contact.name} student storage`,
  serviceType: "Student storage and moving",
  areaServed: campuses.map(({ name }) => name),
  provider: {
    "@type": "LocalBusiness",
    name: contact.name,
    email: contact.email,
    telephone: contact.phone,
    openingHours: "Mo-Su 08:00-22:00",
    address: campuses.map(({ address, country }) => ({
      "@type": "PostalAddress",
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postal_code,
      addressCountry: country,
    })),
  },
  offers: {
    "@type": "Offer",
    price: pricing.structured_data_offer,
    priceCurrency: pricing.currency,
  },
};
