const SECTIONS = [
  { id: "name", title: "Name" },
  { id: "email", title: "Email" },
  { id: "phone", title: "Phone" },
  { id: "password", title: "Password" },
  { id: "second-step", title: "Second step" },
  { id: "connected", title: "Connected accounts" },
  { id: "notifications", title: "Notifications" },
  { id: "sessions", title: "Where you are signed in" },
  { id: "own-data", title: "Your data" },
];

/** The contents of the page, beside it on wide screens. */
export function SectionLinks() {
  return (
    <nav aria-label="Account settings" className="max-lg:hidden">
      <ul className="sticky top-24 grid gap-1">
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-control px-3 font-medium text-muted hover:bg-pine-soft hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
