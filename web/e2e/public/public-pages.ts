/** The pages that anybody may read, with their title and first heading. */
export const PAGES = [
  { path: "/", title: /Summerstow/, heading: "Go home with a backpack. We keep the rest." },
  { path: "/pricing", title: "Pricing · Summerstow", heading: /One price a month/ },
  { path: "/faq", title: "FAQ · Summerstow", heading: "Questions before you pack" },
  { path: "/contact", title: "Contact · Summerstow", heading: "Talk to a person" },
  { path: "/terms", title: "Terms & Conditions · Summerstow", heading: "Terms & Conditions" },
  { path: "/privacy", title: "Privacy · Summerstow", heading: "Privacy" },
  { path: "/blog", title: "Blog · Summerstow", heading: "From the packing table" },
  {
    path: "/blog/student-storage-hassle-free",
    title: "Student storage without the hassle · Summerstow",
    heading: "Student storage without the hassle",
  },
  {
    path: "/blog/ultimate-student-storage-checklist",
    title: "The ultimate student storage checklist · Summerstow",
    heading: "The ultimate student storage checklist",
  },
  {
    path: "/ubco",
    title: "UBC Okanagan student storage · Summerstow",
    heading: "Storage at UBC Okanagan",
  },
  {
    path: "/ubcv",
    title: "UBC Vancouver student storage · Summerstow",
    heading: "Storage at UBC Vancouver",
  },
  {
    path: "/tru",
    title: "TRU Kamloops student storage · Summerstow",
    heading: "Storage at Thompson Rivers University",
  },
  { path: "/image-check", title: "Image check · Summerstow", heading: "Image check" },
];
