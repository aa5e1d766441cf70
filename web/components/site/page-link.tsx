import { Link, type LinkProps, NavLink, type NavLinkProps } from "react-router";

/** A link within the site that takes the page transition along; a glance at it loads its page. */
export function PageLink(props: LinkProps) {
  return <Link viewTransition prefetch="intent" {...props} />;
}

/** As PageLink, and knows when its page is the current one. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink viewTransition prefetch="intent" {...props} />;
}
