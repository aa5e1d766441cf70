import { Link, type LinkProps, NavLink, type NavLinkProps } from "react-router";

/** A link within the site that takes the page transition along. */
export function PageLink(props: LinkProps) {
  return <Link viewTransition {...props} />;
}

/** As PageLink, and knows when its page is the current one. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink viewTransition {...props} />;
}
