import type { PreviewProps } from "@features/office/settings/section-page";
import type { Campus } from "@lib/site/published";

/** How the site will name each campus, and which take bookings. */
export function CampusesPreview({ document }: PreviewProps) {
  const campuses = document.campuses as readonly Campus[];
  return (
    <ul className="grid gap-3 text-sm">
      {campuses
        .filter(({ status }) => status !== "hidden")
        .map((one) => (
          <li
            key={one.id}
            className="rounded-2xl border border-line bg-sheet px-4 py-3 wrap-anywhere"
          >
            <p className="text-xs font-semibold text-muted">
              /{one.slug}
              {one.status === "closed" ? ", takes no new bookings" : ""}
            </p>
            <p className="font-semibold">{one.page.headline}</p>
            <p className="text-muted">{one.page.lead}</p>
            <p>
              {one.university}, {one.campus}: {one.residences.length}{" "}
              {one.residences.length === 1 ? "residence" : "residences"}
            </p>
          </li>
        ))}
    </ul>
  );
}
