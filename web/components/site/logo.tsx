import { cn } from "@lib/cn";
import { business } from "@lib/site/published";

export interface LogoProps {
  className?: string;
  /** Leaves the mark alone where room is short, on tablets. */
  shrink?: boolean;
}

/** The mark and the name; as shipped, a box closed with one strip of tape. */
export function Logo({ className, shrink = false }: LogoProps) {
  return (
    <span className={cn("inline-flex h-11 items-center gap-2.5", className)}>
      {business.logo ? <OwnMark /> : <Mark />}
      <span
        translate="no"
        className={cn(
          "font-display text-[1.375rem] leading-none font-extrabold tracking-tight",
          shrink && "md:max-lg:hidden",
        )}
      >
        {business.name}
      </span>
    </span>
  );
}

function OwnMark() {
  const { logo, logo_dark: dark } = business;
  const look = "h-8 w-auto max-w-24 object-contain";
  return (
    <>
      <img src={`/files/${logo}`} alt="" className={cn(look, dark && "dark:hidden")} />
      {dark ? (
        <img src={`/files/${dark}`} alt="" className={cn(look, "hidden dark:block")} />
      ) : null}
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="2.5 2 27 28.6" className="size-8" aria-hidden="true">
      <path d="M16 3 28 9.7 16 16.4 4 9.7Z" fill="#e3b07a" />
      <path d="M4 9.7 16 16.4V29.6L4 22.9Z" fill="#c98d52" />
      <path d="M28 9.7 16 16.4V29.6L28 22.9Z" fill="#a86c38" />
      <path d="M8.4 7.2 20.4 13.9V18.9L23.6 17.1V12.1L11.6 5.4Z" fill="var(--tape)" />
    </svg>
  );
}
