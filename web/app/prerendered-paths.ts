/**
 * The public pages, built ahead as HTML; /404 is what unknown addresses get.
 * Everything else (accounts and dashboards) is served the fallback page.
 */
export const prerenderedPaths = [
  "/",
  "/book",
  "/pricing",
  "/faq",
  "/contact",
  "/terms",
  "/privacy",
  "/blog",
  "/blog/student-storage-hassle-free",
  "/blog/ultimate-student-storage-checklist",
  "/ubco",
  "/ubcv",
  "/tru",
  "/image-check",
  "/404",
];
