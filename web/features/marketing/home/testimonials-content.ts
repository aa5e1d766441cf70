import { business } from "@lib/site/published";

/** Examples for the demo. Other installations show no testimonials (rule: no-made-up-reviews). */
export const testimonials = [
  {
    quote:
      "My last exam was at noon and my flight at seven. They took nine boxes and a guitar down four floors while I cleaned the fridge.",
    name: "Maya",
    from: "second year, UBC Vancouver",
  },
  {
    quote:
      "Three of us shared one Medium Bundle. It cost less than the gas for my dad to come and get it all.",
    name: "Tyler",
    from: "first year, UBC Okanagan",
  },
  {
    quote:
      "I booked for my daughter from Lagos in ten minutes, and had a confirmation with her dates before I closed the laptop.",
    name: "Mrs. Adeyemi",
    from: "parent, Thompson Rivers University",
  },
] as const;

/** The link beside them, in its own words, and where it leads: the business's own page. */
export const reviews = {
  rating: "5.0",
  label: `star reviews on ${business.social[0]?.label}`,
  url: business.review_url || business.social[0]?.url,
};
