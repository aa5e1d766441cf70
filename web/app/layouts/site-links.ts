/** The pages that navigation and footer lead to. */
export const SITE_LINKS = [
  { to: "/", label: "Home" },
  { to: "/book", label: "Book Storage" },
  { to: "/pricing", label: "Pricing" },
  { to: "/faq", label: "FAQ" },
  { to: "/contact", label: "Contact" },
] as const;
