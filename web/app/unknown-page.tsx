import CampusPage, { campusAt, meta as campusMeta } from "@features/marketing/campus/campus-page";
import { pageTitle } from "@lib/site/page-title";
import { useLocation } from "react-router";
import NotFound from "./not-found";

/** An address without a page of its own: a campus that was opened since the build, or none. */
export default function UnknownPage() {
  return campusAt(useLocation().pathname) ? <CampusPage /> : <NotFound />;
}

export function meta({ location }: { location: { pathname: string } }) {
  if (campusAt(location.pathname)) return campusMeta({ location });
  return [{ title: pageTitle("Page Not Found") }, { name: "robots", content: "noindex" }];
}
