import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The URL map. Pages live with their feature; gates say who gets in. */
const publicPages = [
  index("../features/marketing/home/home-page.tsx"),
  route("book", "../features/booking/book-page.tsx"),
  route("pricing", "../features/marketing/pricing/pricing-page.tsx"),
  route("faq", "../features/marketing/faq/faq-page.tsx"),
  route("contact", "../features/marketing/contact-page.tsx"),
  route("terms", "../features/marketing/legal/terms-page.tsx"),
  route("privacy", "../features/marketing/legal/privacy-page.tsx"),
  route("blog", "../features/marketing/blog/blog-page.tsx"),
  route("blog/:slug", "../features/marketing/blog/blog-post-page.tsx"),
  route("ubco", "../features/marketing/campus/campus-page.tsx", { id: "campus-ubco" }),
  route("ubcv", "../features/marketing/campus/campus-page.tsx", { id: "campus-ubcv" }),
  route("tru", "../features/marketing/campus/campus-page.tsx", { id: "campus-tru" }),
  route("image-check", "../features/marketing/image-check-page.tsx"),
  route("join/:token", "../features/friends/join-page.tsx"),
  route("confirm-booking/:token", "../features/booking/confirm-booking-page.tsx"),
  route("invoice/:token", "../features/payments/payer-invoice-page.tsx"),
  route("pickup/:token", "../features/booking/pickup-link-page.tsx"),
  route("visit/:token", "../features/customer/visit/visit-link-page.tsx"),
  route("auth", "../features/auth/sign-in/auth-page.tsx"),
  route("auth/callback", "../features/auth/arrival/callback-page.tsx"),
  route("auth/invitation/:token", "../features/auth/arrival/invitation-page.tsx"),
  route("auth/forgot", "../features/auth/password/forgot-page.tsx"),
  route("auth/set-password", "../features/auth/password/set-password-page.tsx"),
];

const customerPages = [
  route("dashboard/customer", "../features/customer/customer-dashboard-page.tsx", {
    id: "dashboard-customer",
  }),
  route("customer-dashboard", "../features/customer/customer-dashboard-page.tsx", {
    id: "customer-dashboard",
  }),
  route("customer-dashboard/payments", "payments-page.tsx"),
  route("customer-dashboard/edit", "../features/customer/edit/edit-booking-page.tsx"),
  route("customer-dashboard/friends", "friends-page.tsx"),
];

const staffPages = [
  route("admin-dashboard", "../features/office/admin-dashboard-page.tsx"),
  route("admin-dashboard/bookings/:id/edit", "staff-edit-page.tsx"),
];

const executivePages = [
  route("executive-login", "../features/office/executive-session/executive-login-page.tsx"),
  layout("gates/require-executive.tsx", [
    route("executive-dashboard", "../features/office/executive-dashboard-page.tsx"),
  ]),
];

export default [
  layout("layouts/public-layout.tsx", [...publicPages, route("*", "unknown-page.tsx")]),
  layout("layouts/dashboard-layout.tsx", [
    layout("gates/require-user.tsx", [
      route("dashboard", "dashboard-redirect-page.tsx"),
      ...customerPages,
      route("account", "../features/account/account-page.tsx"),
    ]),
    layout("gates/require-staff.tsx", staffPages),
    layout("gates/executive-area.tsx", executivePages),
  ]),
] satisfies RouteConfig;
